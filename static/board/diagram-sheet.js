// The shown position as a picture of its own, SVG that looks the same everywhere and pixels made of it, and the sheet on
// which it is copied or saved.

import { html } from '../dom/html.js';
import { saveFile } from '../dom/save-file.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';
import { boardBox, groundShapes, nameShapes } from './ground.js';
import { plainWood } from './paints.js';
import { svg } from '../dom/svg.js';

/** The longer side of a picture in pixels. */
const SIDE = 1200;
const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The part of a page's styles that a picture needs; it has them at its elements, for it leaves the page. */
const INHERITED = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stroke-opacity',
  'visibility', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline',
];

/**
 * A picture of the position that a board shows, with its marks, for the page; `label` is its name.
 * @param {any} board
 * @param {string} label
 */
function diagramOf(board, label) {
  const { board: layout, named, naming } = board.view;
  const box = boardBox(layout, named, null, naming);
  const { beyond, shadows, stones } = board.stones;
  const scene = [beyond, shadows, stones, board.marks].map((layer) => layer.cloneNode(true));
  return svg('svg', { class: 'diagram', role: 'img', 'aria-label': label, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` },
    // Wood of one colour makes a far smaller file of pixels.
    ...groundShapes(layout, box, [plainWood()]), ...nameShapes(layout, box, naming), ...scene);
}

/**
 * A picture that stands on the page as a file of its own.
 * @param {any} picture
 */
function standalone(picture) {
  const copy = picture.cloneNode(true);
  copyStyles(picture, copy);
  const { width, height } = picture.viewBox.baseVal;
  const scale = SIDE / Math.max(width, height);
  copy.setAttribute('xmlns', NAMESPACE);
  copy.setAttribute('width', Math.round(width * scale));
  copy.setAttribute('height', Math.round(height * scale));
  const title = svg('title');
  title.textContent = picture.getAttribute('aria-label');
  copy.prepend(title, /** @type {Element} */ (document.querySelector('#board-paints defs')).cloneNode(true));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Gives each element of a copy the styles that its original has on the page. Nothing stays hidden in it.
 * @param {Element} original
 * @param {Element} copy
 * @param {Record<string, string>} above
 */
function copyStyles(original, copy, above = {}) {
  const style = getComputedStyle(original);
  copy.removeAttribute('class');
  if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity);
  /** @type {Record<string, string>} */
  const own = {};
  for (const name of INHERITED) {
    own[name] = style.getPropertyValue(name).replaceAll('"', "'");
    // Beside the page's styles an attribute says nothing; in the file it is all there is.
    if (own[name] === above[name]) copy.removeAttribute(name);
    else copy.setAttribute(name, own[name]);
  }
  const copies = [...copy.children];
  for (const [i, child] of [...original.children].entries()) {
    if (getComputedStyle(child).display === 'none') copies[i].remove();
    else copyStyles(child, copies[i], own);
  }
}

/**
 * The pixels of such a file, as PNG.
 * @param {string} file
 * @returns {Promise<Blob>}
 */
async function pixels(file) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(file)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

const PNG = 'image/png';

/**
 * Shows the position of a board; `name` is that of the files, without their endings.
 * @param {any} board
 * @param {{label: string, name: string}} about
 */
export function showDiagram(board, { label, name }) {
  const picture = diagramOf(board, label);
  const said = html('p', { class: 'hint', role: 'status', 'data-testid': 'diagram-said' });
  /** @param {string} key */
  const tell = (key) => {
    said.textContent = t(key);
  };
  const onCopy = async () => {
    try {
      // A browser that wants the copy to begin with the click waits for the pixels by itself.
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: pixels(standalone(picture)) })]);
      tell('diagram.copied');
    } catch {
      // Without https there is no clipboard, and not every browser copies pictures.
      tell('diagram.not_copied');
    }
  };
  const onPng = async () => {
    try {
      saveFile(await pixels(standalone(picture)), `${name}.png`);
    } catch {
      tell('diagram.not_made');
    }
  };
  const onSvg = () => saveFile(new Blob([standalone(picture)], { type: 'image/svg+xml' }), `${name}.svg`);
  /** @type {(key: string, onclick: () => void) => HTMLElement} */
  const button = (key, onclick) => html('button', { type: 'button', 'data-testid': key.replace('.', '-'), onclick }, t(key));
  return showSheet(t('diagram.title'), picture,
    html('div', { class: 'share-line' }, button('diagram.copy', onCopy), button('diagram.png', onPng), button('diagram.svg', onSvg)), said);
}

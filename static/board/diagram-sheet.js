// The sheet with the shown position as a picture, to copy or to save.

import { diagramOf, pixels, standalone } from './diagram.js';
import { html } from '../dom/html.js';
import { saveFile } from '../dom/save-file.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

const PNG = 'image/png';

/** Shows the position of a board; `name` is that of the files, without their endings. */
export function showDiagram(board, { label, name }) {
  const picture = diagramOf(board, label);
  const said = html('p', { class: 'hint', role: 'status', 'data-testid': 'diagram-said' });
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
  const button = (key, onclick) => html('button', { type: 'button', 'data-testid': key.replace('.', '-'), onclick }, t(key));
  return showSheet(t('diagram.title'), picture,
    html('div', { class: 'share-line' }, button('diagram.copy', onCopy), button('diagram.png', onPng), button('diagram.svg', onSvg)), said);
}

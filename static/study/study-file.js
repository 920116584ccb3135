// A study as a file in SGF: its beginning alone, or with all of its moves, marks and words.
//
// The format knows grids alone. On any other board the properties with points have names of their own, as in the records of games.

import { columnOf, parseVertex, rowOf, vertexOf } from '../board/geometry.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Study } from '../go/study.js' */

/** The rules that other programs know, and their names where these are more than the presets' own with capital letters. */
const KNOWN_RULES = ['japanese', 'chinese', 'korean', 'french', 'tromp-taylor', 'aga', 'ing', 'new-zealand'];
/** @type {Record<string, string>} */
const RULE_NAMES = { aga: 'AGA', ing: 'GOE', 'new-zealand': 'NZ' };
/** @type {Record<string, string>} */
const MARKS = { triangle: 'TR', square: 'SQ', circle: 'CR', cross: 'MA', selected: 'SL', black_territory: 'TB', white_territory: 'TW' };
/** @type {Record<string, string>} */
const COLORS = { black: 'B', white: 'W' };
const FIRST_LETTER = 'a'.charCodeAt(0);

/** @param {string} text */
const escaped = (text) => text.replace(/[\\\]]/g, '\\$&');
/**
 * One of two texts with a colon between them.
 * @param {string} text
 */
const inPair = (text) => escaped(text).replaceAll(':', '\\:');
/** @param {string} name */
const capitalized = (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
/**
 * A preset as the records of games have it.
 * @param {string} preset
 */
const ruleName = (preset) => RULE_NAMES[preset] ?? (KNOWN_RULES.includes(preset) ? capitalized(preset) : preset);
/**
 * A komi as files have it. What could be a number of hundredths has a fraction, by which a reader knows better.
 * @param {any} komi
 */
const komiText = (komi) => (komi !== 0 && komi % 25 === 0 ? `${komi}.0` : String(komi));
/**
 * @param {string} name
 * @param {...any} values
 */
const property = (name, ...values) => (values.length > 0 ? name + values.map((value) => `[${value}]`).join('') : '');

class StudyWriter {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.isGrid = layout.name.startsWith('grid ');
  }

  /**
   * A property with points.
   * @param {string} name
   * @param {...any} values
   */
  pointed(name, ...values) {
    return property(this.isGrid ? name : `X${name}`, ...values);
  }

  /** @param {string} vertex */
  at(vertex) {
    if (!this.isGrid) return vertex;
    const point = parseVertex(this.layout, vertex);
    return [columnOf, rowOf].map((of) => String.fromCharCode(FIRST_LETTER + of(this.layout, point))).join('');
  }

  /**
   * The beginning: the board, the rules, and the stones that are set up.
   * @param {any} parts
   * @param {string} name
   */
  beginning({ rules, komi, stones, to_move: toMove }, name) {
    const { width, height, name: board } = this.layout;
    const { preset, ...changed } = typeof rules === 'string' ? { preset: rules } : rules;
    const axes = Object.keys(changed).sort().map((axis) => `,${axis}=${changed[axis]}`);
    /** @param {any} letter */
    const setUp = (letter) => [...stones].flatMap((stone, point) => (stone === letter ? [this.at(vertexOf(this.layout, point))] : []));
    return [
      this.isGrid ? 'GM[1]' : '', 'FF[4]CA[UTF-8]AP[Tengen]',
      this.isGrid ? property('SZ', width === height ? width : `${width}:${height}`) : property('XSZ', board),
      property('RU', escaped(ruleName(preset))), axes.length > 0 ? property('XRU', escaped(preset + axes.join(''))) : '',
      komi === null ? '' : property('KM', komiText(komi)), name ? property('GN', escaped(name)) : '',
      this.pointed('AB', ...setUp('B')), this.pointed('AW', ...setUp('W')), toMove === 'white' ? 'PL[W]' : '',
    ].join('');
  }

  /**
   * What is said of a position, and the move that leads there.
   * @param {any} move
   * @param {string} words
   * @param {any} marks
   */
  node(move, words, marks) {
    const pass = this.isGrid ? '' : 'pass';
    return [
      move ? this.pointed(COLORS[move.color], move.at === 'pass' ? pass : this.at(move.at)) : '', words ? property('C', escaped(words)) : '',
      ...Object.entries(MARKS).map(([kind, name]) => this.pointed(name, ...(marks[kind] ?? []).map((/** @type {string} */ vertex) => this.at(vertex)))),
      this.pointed('LB', ...(marks.labels ?? []).map((/** @type {any} */ [vertex, text]) => `${this.at(vertex)}:${inPair(text)}`)),
    ].join('');
  }

  /**
   * A node, and all behind it.
   * @param {any} tree
   * @param {any} kept
   * @param {number} node
   */
  line(tree, kept, node) {
    let text = '';
    for (let at = node; ; [at] = tree.children[at]) {
      text += `\n;${this.node(tree.nodes[at].move, kept.wordsAt(at), kept.marksAt(at))}`;
      const ways = tree.children[at];
      if (ways.length === 0) return text;
      if (ways.length > 1) return text + ways.map((/** @type {any} */ way) => `\n(${this.line(tree, kept, way).trimStart()})`).join('');
    }
  }
}

/**
 * The beginning of a study on a board, which may be called something.
 * @param {Study} study
 * @param {Layout} layout
 */
export const beginningFile = (study, layout, name = '') => `(;${new StudyWriter(layout).beginning(study, name)})\n`;

/**
 * A study with the moves of its `tree`, of which `kept` has the words and the marks.
 * @param {Study} study
 * @param {Layout} layout
 * @param {any} parts
 */
export function studyFile(study, layout, { tree, kept }) {
  const writer = new StudyWriter(layout);
  const beginning = writer.beginning(study, '') + writer.node(null, kept.wordsAt(0), kept.marksAt(0));
  const ways = tree.children[0].map((/** @type {any} */ way) => writer.line(tree, kept, way));
  const apart = ways.map((/** @type {string} */ way) => `\n(${way.trimStart()})`);
  return `(;${beginning}${(ways.length > 1 ? apart : ways).join('')})\n`;
}

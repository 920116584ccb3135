// The texts between quotation marks in a module, with the code before each; comments and regular expressions have none.

/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|await|yield|void))\s*$/;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/y;
const EXPRESSION = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** Each literal as {text, before}: its content, and the code before it. A template has one for each of its pieces. */
export function literalsOf(code) {
  const found = [];
  // The open ends: a brace of the code, or the place in a template to go back to.
  const open = [];
  let bare = '';
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    const result = pattern.exec(code);
    if (result) at += result[0].length;
    return result;
  };
  const piece = () => {
    let text = '';
    while (code[at] !== '`' && !code.startsWith('${', at)) text += code[at] === '\\' ? code[at++] + code[at++] : code[at++];
    found.push({ text, before: bare });
    if (code[at] === '`') {
      at += 1;
      bare += "''";
    } else {
      at += 2;
      open.push('template');
    }
  };
  while (at < code.length) {
    if (match(COMMENT)) continue;
    const quoted = match(QUOTED);
    if (quoted) {
      found.push({ text: quoted[1] ?? quoted[2], before: bare });
      bare += quoted[0];
    } else if (code[at] === '/' && BEFORE_EXPRESSION.test(bare) && match(EXPRESSION)) {
      bare += '/./';
    } else if (code[at] === '`') {
      at += 1;
      piece();
    } else if (code[at] === '}' && open.pop() === 'template') {
      at += 1;
      piece();
    } else {
      if (code[at] === '{') open.push('brace');
      bare += code[at];
      at += 1;
    }
  }
  return found.map(({ text, before }) => ({ text, before: before.slice(-80) }));
}

/** Names that a browser knows, beside class names, selectors and paths: keys, and kinds of dragged data. */
const NAMES = ['Enter', 'Files'];
const FOR_PEOPLE = /(?:(?<![\w-])(?:title|alt|placeholder|label|textContent|innerText|ariaLabel)'?|'aria-(?:label|description|roledescription|valuetext)')\s*[:=,]\s*$/;
const SHOWN = /(?:\b(?:append|prepend|replaceChildren|createTextNode|announce)\(|\b(?:html|setText)\([^()]*, |\}, )$/;
const FOR_MACHINES = /(?:\bclass(?:Name)?\s*[:=]\s*(?:[^,;]*[?:]\s*)?|\bd: |\bError\(|\b(?:querySelector(?:All)?|closest|matches)\()$/;

/** The texts for people that a module has by itself, without a catalogue. A literal of class names alone is no such text. */
export function textsInCode(code, classes = new Set()) {
  return literalsOf(code).filter(({ text: written, before }) => {
    const text = written.replace(/<[^>]*>?/g, '');
    if (!/\p{L}/u.test(text) || NAMES.includes(text) || text.split(' ').every((word) => classes.has(word))) return false;
    if (/[^\x00-\x7f]/.test(text.replace(/\P{L}/gu, ''))) return true;
    // A key of a catalogue, or a name in small letters, is for code alone.
    if (/\bt\($/.test(before)) return false;
    if (FOR_PEOPLE.test(before)) return true;
    if (FOR_MACHINES.test(before)) return false;
    if (SHOWN.test(before) && /[a-z]{2}/i.test(text) && !/^[a-z]+(?:[._-][a-z]+)*$/.test(text)) return true;
    return /[a-z]{2,} [a-z]{2,}/i.test(text) || /^[A-Z][a-z]+(?:[ .!?…:]|$)/.test(text);
  }).map(({ text }) => text);
}

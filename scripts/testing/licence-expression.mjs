// SPDX licence expressions, as Cargo.toml files have them: `(MIT OR Apache-2.0) AND Unicode-3.0`. The old spelling
// `MIT/Apache-2.0` means OR.

/** Whether the allowed licences suffice to use what is under `expression`. */
export function isAllowed(expression, allowed) {
  const words = expression.replace(/\//g, ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  const unexpected = () => new Error(`not a licence expression: ${expression}`);

  const either = () => {
    let result = both();
    while (words[0] === 'OR') {
      words.shift();
      result = both() || result;
    }
    return result;
  };
  const both = () => {
    let result = one();
    while (words[0] === 'AND') {
      words.shift();
      result = one() && result;
    }
    return result;
  };
  const one = () => {
    const word = words.shift();
    if (word === '(') {
      const result = either();
      if (words.shift() !== ')') throw unexpected();
      return result;
    }
    if (word === undefined || ['AND', 'OR', 'WITH', ')'].includes(word)) throw unexpected();
    if (words[0] !== 'WITH') return allowed.includes(word);
    words.shift();
    return allowed.includes(`${word} WITH ${words.shift()}`);
  };

  const result = either();
  if (words.length > 0) throw unexpected();
  return result;
}

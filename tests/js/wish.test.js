import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { AXES, BOARD_KINDS, boardOfKind, boardWish, changedAxes, pointsOfKind, rulesWish } from '../../static/go/wish.js';
import { axesText, boardText, presetText, rulesText } from '../../static/go/names.js';
import { presetMeans, valueText } from '../../static/go/rules-meanings.js';
import { passMeans } from '../../static/go/record.js';
import { hasText } from '../../static/text/text.js';
import { TIME_SYSTEMS, millisOf, timeFields } from '../../static/time/time-form.js';

const chinese = {
  preset: 'chinese', custom: false, repetition: 'basic_ko', long_cycle: 'no_result', suicide: 'forbidden', scoring: 'area',
  tax: 'none', pass_stones: false, white_passes_last: false, dead: 'agreement', resume_first: 'next_in_turn', resumptions: 2,
  handicap_bonus: 'n', placement: 'fixed', button: 'none', ties: 'draw',
};

test('unchanged rules are asked for by their preset', () => {
  assert.equal(rulesWish({ ...chinese }, chinese), 'chinese');
  assert.equal(rulesWish(chinese), 'chinese');
});

test('changed rules are the preset with what is changed, and nothing else', () => {
  const mine = { ...chinese, suicide: 'allowed', resumptions: 0 };
  assert.deepEqual(changedAxes(mine, chinese), ['suicide', 'resumptions']);
  assert.deepEqual(rulesWish(mine, chinese), { preset: 'chinese', suicide: 'allowed', resumptions: 0 });
});

test('custom rules of another game are asked for axis by axis', () => {
  const wish = rulesWish({ ...chinese, custom: true, pass_stones: true });
  assert.deepEqual(Object.keys(wish), ['preset', ...AXES]);
  assert.equal(wish.pass_stones, true);
});

test('boards are asked for by size or by name', () => {
  assert.deepEqual(boardWish({ width: 9, height: 7 }), { width: 9, height: 7 });
  assert.deepEqual(boardWish({ name: 'grid 9x7', width: 9, height: 7 }), { width: 9, height: 7 });
  assert.deepEqual(boardWish({ name: 'hexagon 5', width: 25, height: 3 }), { name: 'hexagon 5' });
  assert.deepEqual(boardOfKind('grid', [9, 7]), { width: 9, height: 7 });
  assert.deepEqual(boardOfKind('torus', [9, 7]), { name: 'torus 9x7' });
  assert.deepEqual(boardOfKind('triangle', [9]), { name: 'triangle 9' });
  assert.deepEqual(boardOfKind('petersen', []), { name: 'petersen' });
});

test('boards and rules have words', () => {
  assert.equal(boardText({ width: 9, height: 9, name: 'grid 9x9' }), '9×9');
  assert.equal(boardText({ width: 9, height: 9 }), '9×9');
  assert.equal(boardText({ width: 9, height: 7, name: 'torus 9x7' }), 'torus 9×7');
  assert.equal(boardText({ width: 25, height: 3, name: 'hexagon 5' }), 'hexagon of side 5');
  assert.equal(boardText({ width: 9, height: 9, name: 'klein 9x9' }), 'klein 9x9');
  for (const kind of Object.keys(BOARD_KINDS).slice(1)) assert.ok(hasText(`board.${kind}`) && hasText(`kind_means.${kind}`), kind);

  const custom = { ...chinese, custom: true, suicide: 'allowed', ties: 'black' };
  assert.equal(rulesText(chinese), 'Chinese rules');
  assert.equal(rulesText(custom), 'Chinese rules, changed');
  assert.equal(rulesText(custom, chinese), 'Chinese rules, changed: Suicide, Equal score');
  assert.equal(presetText('from-the-future'), 'from-the-future');
  assert.equal(presetMeans('from-the-future'), '');
  assert.equal(axesText(['ties', 'suicide']), 'Suicide, Equal score');
  for (const axis of AXES) {
    assert.ok(hasText(`axis.${axis}`) && hasText(`axis_means.${axis}`), axis);
    assert.notEqual(valueText(axis, chinese[axis]), chinese[axis], axis);
  }
  assert.equal(valueText('suicide', 'from_the_future'), 'from_the_future');
});

test('a pass is told by what it does', () => {
  const pass = { at: 'pass' };
  const rules = { ...chinese, resumptions: 2, scoring: 'area', dead: 'agreement' };
  const record = { button: null, moves: [], pass_ends: false, resumptions_left: 2 };
  const means = (more, axes = {}) => passMeans({ ...record, settings: { rules: { ...rules, ...axes } }, ...more });
  assert.equal(means({}), 'plain');
  assert.equal(means({ moves: [pass], pass_ends: true }), 'ends');
  assert.equal(means({ moves: [pass], pass_ends: true, resumptions_left: 0 }), 'ends_alive');
  assert.equal(means({ moves: [pass], pass_ends: true }, { dead: 'as_played' }), 'ends_alive');
  assert.equal(means({ moves: [pass], to_move: 'black' }, { white_passes_last: true }), 'white_last');
  assert.equal(means({ moves: [] }, { button: 'first_pass' }), 'button');
  assert.equal(means({ moves: [pass], button: 'black' }, { button: 'first_pass' }), 'plain');
  // The pass that ended play before is still the last move, but it is not the pass before this one.
  assert.equal(means({ moves: [pass, pass], resumptions_left: 1 }), 'plain');
  assert.equal(means({ moves: [pass, pass], resumptions_left: 1 }, { scoring: 'territory' }), 'resumed');
});

test('a board knows how many points it has', () => {
  assert.deepEqual(
    [['grid', [9, 7]], ['torus', [5, 5]], ['hexagon', [5]], ['triangle', [9]], ['honeycomb', [4]], ['petersen', []]]
      .map(([kind, sides]) => pointsOfKind(kind, sides)),
    [63, 25, 61, 45, 96, 10]);
});

test('every time system has fields with words, and lengths become milliseconds', () => {
  for (const system of TIME_SYSTEMS) {
    assert.ok(hasText(`system.${system}`) && hasText(`system_means.${system}`), system);
    for (const { name } of timeFields(system)) assert.ok(hasText(`clock_field.${name}`) && hasText(`invalid.${name}`), name);
  }
  assert.equal(millisOf('1.5', 'hour'), 5_400_000);
  assert.equal(millisOf('', 'minute'), null);
  assert.equal(millisOf(0, 'day'), 0);
});

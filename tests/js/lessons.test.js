// The lessons: a learner who follows them reaches the end, wrong answers are answered, and every text is there.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { LESSONS, lessonAfter, lessonOf, numberOf } from '../../static/learn/lessons.js';
import { parseVertex, vertexOf } from '../../static/board/geometry.js';
import { taskOf } from '../../static/learn/tasks.js';

const texts = JSON.parse(readFileSync(new URL('../../static/text/en/learn.json', import.meta.url), 'utf8'));
const play = JSON.parse(readFileSync(new URL('../../static/text/en/play.json', import.meta.url), 'utf8'));
const stepOf = (lesson, name) => lessonOf(lesson).steps.find((step) => step.name === name);
const at = (task, vertex) => task.shown.stones[parseVertex(task.board, vertex)];

/** All that can be chosen in a task. */
function choicesOf(task) {
  if (task.choices) return task.choices;
  return Array.from({ length: task.stones.length }, (_, point) => vertexOf(task.board, point));
}

/** Follows "Show me" to the end of a step; answers the texts that were shown on the way. */
function followed(step) {
  const task = taskOf(step);
  const answers = [];
  do {
    answers.push(task.answer(task.next()));
    assert.ok(answers.length < 20);
  } while (answers.at(-1).verdict === 'more');
  return answers;
}

const tasks = LESSONS.flatMap((lesson) => lesson.steps.filter(({ task }) => task !== 'game').map((step) => ({ lesson, step })));

test('a lesson has a name and a number', () => {
  assert.equal(LESSONS.length, 8);
  assert.equal(lessonOf('ko'), lessonOf('4'));
  assert.equal(numberOf(lessonOf('ko')), 4);
  assert.equal(lessonOf('9'), null);
  assert.equal(lessonOf('toString'), null);
  assert.equal(lessonAfter(lessonOf('ko')).name, 'life');
  assert.equal(lessonAfter(lessonOf('8')), null);
});

test('what "Show me" does is right', () => {
  for (const { step } of tasks) assert.equal(followed(step).at(-1).verdict, 'right', step.name);
});

test('every step and every answer that can be given has a text, and no text is left over', () => {
  const needed = new Set(Object.keys(texts).filter((key) => /^learn\.(word|means|[a-z_]+$)/.test(key) || key.startsWith('learn.game.')));
  assert.ok(needed.size < Object.keys(texts).length / 2);
  const need = (key) => {
    assert.ok(texts[key], key);
    needed.add(key);
  };
  for (const lesson of LESSONS) {
    need(`learn.${lesson.name}.title`);
    need(`learn.${lesson.name}.about`);
    for (const step of lesson.steps) need(`learn.${lesson.name}.${step.name}.text`);
    if (lesson.name !== 'game') need(`learn.${lesson.name}.end`);
  }
  for (const { lesson, step } of tasks) {
    const before = `learn.${lesson.name}.${step.name}.`;
    need(`${before}hint`);
    const right = followed(step);
    for (const { says } of right) need(before + says);
    // Each choice at each point of the way.
    for (let done = 0; done < right.length; done += 1) {
      const arrive = () => {
        const task = taskOf(step);
        for (let i = 0; i < done; i += 1) task.answer(task.next());
        return task;
      };
      if (arrive().part) need(`${before}${arrive().part}hint`);
      for (const choice of choicesOf(arrive())) {
        const { verdict, says, rule } = arrive().answer(choice);
        if (verdict !== 'wrong') need(before + says);
        else if (texts[before + says]) needed.add(before + says);
        else assert.ok(play[`illegal.${rule ?? says}`], `${before}${says}`);
      }
    }
  }
  assert.deepEqual(Object.keys(texts).filter((key) => !needed.has(key)), []);
});

test('a capture takes the stones off, and White answers', () => {
  const task = taskOf(stepOf('capture', 'chain'));
  const { verdict, frames } = task.answer('C2');
  assert.equal(verdict, 'right');
  assert.deepEqual(frames.map(({ color, at: vertex, captured }) => [color, vertex, captured]), [['black', 'C2', 2]]);
  assert.deepEqual(['B3', 'C3', 'C2'].map((vertex) => at(task, vertex)), ['.', '.', 'B']);
});

test('a wrong move is shown with what it leads to, and the next one begins before it', () => {
  const task = taskOf(stepOf('life', 'kill'));
  const { verdict, frames } = task.answer('A2');
  assert.equal(verdict, 'wrong');
  assert.deepEqual(frames.map(({ at: vertex }) => vertex), ['A2', 'A1']);
  assert.deepEqual(['A1', 'A2'].map((vertex) => at(task, vertex)), ['W', '.']);
  assert.equal(task.answer('A1').verdict, 'right');
  assert.equal(at(task, 'A1'), 'B');
});

test('a forbidden move puts no stone down', () => {
  const task = taskOf(stepOf('suicide', 'which'));
  const { verdict, says, rule } = task.answer('A1');
  assert.deepEqual([verdict, says, rule], ['wrong', 'refused', 'suicide']);
  assert.equal(at(task, 'A1'), '.');
  assert.equal(task.shown.refused, 'A1');
  assert.equal(task.answer('B1').says, 'occupied');
  assert.equal(task.answer('F6').verdict, 'right');
});

test('a ko is taken back after a threat and its answer', () => {
  const task = taskOf(stepOf('ko', 'threat'));
  assert.equal(at(task, 'C3'), '.');
  assert.equal(task.answer('C3').says, 'refused');
  assert.equal(task.answer('E4').verdict, 'more');
  assert.equal(task.answer('F1').says, 'then.wrong');
  const { verdict, says } = task.answer('C3');
  assert.deepEqual([verdict, says], ['right', 'then.right']);
  assert.deepEqual(['C3', 'B3', 'D5'].map((vertex) => at(task, vertex)), ['B', '.', 'W']);
});

test('points are found one by one, and one that was found counts once', () => {
  const task = taskOf(stepOf('capture', 'liberties'));
  assert.equal(task.answer('C4').params.count, 3);
  assert.equal(task.answer('C4').params.count, 3);
  assert.equal(task.answer('B4').verdict, 'wrong');
  assert.equal(task.shown.missed, 'B4');
  for (const vertex of ['C2', 'B3']) assert.equal(task.answer(vertex).verdict, 'more');
  assert.equal(task.answer('D3').verdict, 'right');
  assert.equal(task.shown.missed, null);
});

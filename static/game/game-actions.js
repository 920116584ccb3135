// <game-actions>: the buttons of a player. Every button keeps its place while a
// phase lasts and is only disabled, so that none ever slides under a finger that
// aimed at another: Pass never stands where Play was. What a first game does
// without is under More, here and in other parts of the page, and a device
// keeps it open. Emits `action` with detail.name.

import { html, setText } from '../dom/html.js';
import { isLocal, mayAbort } from '../go/record.js';
import { pausesText, undoButton } from './offers.js';
import { change, setting } from '../storage/settings.js';
import { t } from '../text/text.js';

/** @import { Color, Scoring } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */

const touchable = matchMedia('(any-pointer: coarse)');

class GameActions extends HTMLElement {
  connectedCallback() {
    /** @type {boolean} */
    this.touched = false;
    /** @type {any} */
    this.buttons = {
      play: this.button('play', 'primary'),
      pass: this.button('pass'),
      undo: this.button('undo'),
      resign: this.button('resign'),
      pause: this.button('pause', 'less'),
      type: this.button('type', 'quiet less'),
      // Buttons that come and go stand last, so that they move no other button.
      abort: this.button('abort', 'quiet less'),
      drop: this.button('drop', 'quiet', 'drop-marks'),
    };
    /** @type {any} */
    this.choices = {
      accept: this.choice('accept', 'accept', 'primary'),
      send: this.choice('send', 'send-marks'),
      resume: this.choice('resume', 'resume'),
    };
    /** @type {HTMLButtonElement} */
    this.more = html('button', {
      type: 'button', class: 'quiet', 'data-testid': 'more', 'aria-controls': ['show-rules', 'bar-of-moves', 'beside', 'ways'].join(' '), onclick: () => change('more', !setting('more')),
    }, t('action.more'));
    const { play, pass, undo, resign, ...others } = this.buttons;
    this.replaceChildren(
      html('div', { class: 'choices' }, ...Object.values(this.choices).map(({ row }) => row)),
      html('div', { class: 'row' }, play, pass, undo),
      html('div', { class: 'row' }, resign, this.more, ...Object.values(others)));
  }

  /** @param {string} name */
  button(name, kind = '', testid = name) {
    return html('button', {
      type: 'button', class: kind, 'data-testid': testid,
      onclick: () => this.dispatchEvent(new CustomEvent('action', { detail: { name } })),
    }, t(`action.${name}`));
  }

  /**
   * @param {string} name
   * @param {string} testid
   * @param {string} [kind]
   */
  choice(name, testid, kind) {
    const button = this.button(name, kind, testid);
    const means = html('span', { id: `means-${name}`, class: 'means' });
    button.setAttribute('aria-describedby', means.id);
    return { row: html('div', { class: 'choice-row' }, button, means), button, means };
  }

  /** A first touch on the board asks for the Play button, which then stays. */
  wantPlayButton() {
    this.touched = true;
  }

  /** @param {GameState} state */
  show(state) {
    const { record, seat, preview, online, held } = state;
    const playing = record.phase === 'playing' && seat !== null;
    const scoring = record.phase === 'scoring' && seat !== null;
    // While moves are tried, nothing here may be mistaken for a way to try them.
    this.hidden = (!playing && !scoring) || Boolean(state.trying?.on);
    if (this.hidden) return;
    this.more.setAttribute('aria-expanded', String(setting('more')));
    // Without a connection one command can wait, of those that name the position they are meant for; no other can.
    const free = !held;
    const turn = playing && state.mayMove && state.reader.live;
    this.set('play', playing && this.playButton(), turn && preview !== null);
    setText(this.buttons.play, preview ? t('action.play_at', { at: preview }) : t('action.play'));
    this.set('pass', playing, turn && !record.handicap_left);
    this.set('resign', playing || scoring, online);
    this.set('abort', mayAbort(record, seat), online);
    this.set('type', playing || scoring, turn || (scoring && !record.pause && !/** @type {Scoring} */ (record.scoring).accepted[/** @type {Color} */ (seat)]));
    this.set('drop', scoring && state.marks.changed, true);
    this.showUndo(state, playing);
    this.showPause(state, playing);
    /** @type {HTMLElement} */ (this.firstElementChild).hidden = !scoring;
    if (scoring) this.showChoices(state, free && !record.pause);
  }

  playButton() {
    const placing = setting('placing');
    return placing === 'two' || placing === 'button' || (placing === 'auto' && (this.touched || touchable.matches));
  }

  /**
   * @param {string} name
   * @param {boolean} shown
   * @param {boolean} enabled
   */
  set(name, shown, enabled) {
    this.buttons[name].hidden = !shown;
    this.buttons[name].disabled = !enabled;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {string} title
   */
  explain(name, text, title) {
    const button = this.buttons[name];
    setText(button, text);
    button.title = title;
  }

  /**
   * @param {any} parts
   * @param {boolean} playing
   */
  showUndo({ record, seat, online, undoRefused, reader }, playing) {
    const { count, text, means } = playing ? undoButton(record, seat) : { count: 0, text: t('action.undo'), means: '' };
    this.set('undo', playing, count > 0 && (!record.undo || isLocal(record)) && online && undoRefused !== record.turn && !reader.beside);
    this.explain('undo', text, means);
  }

  /**
   * @param {any} parts
   * @param {boolean} playing
   */
  showPause({ record, seat, online }, playing) {
    const budget = record.pauses_left?.[seat];
    const timed = playing && Boolean(record.clock) && Boolean(budget);
    const left = timed && budget.times > 0 && budget.millis > 0;
    this.set('pause', timed && (left || Boolean(record.pause)), left && online && !record.pause && record.clock.running !== null);
    this.explain('pause', t('action.pause'), timed ? pausesText(budget) : '');
  }

  /**
   * @param {any} parts
   * @param {boolean} free
   */
  showChoices({ record, seat, marks, sending, remark }, free) {
    const { scoring } = record;
    const left = scoring.proposals_left[seat];
    const locked = scoring.accepted[seat];
    const { send, accept, resume } = this.choices;
    const idle = !sending && free;
    send.button.disabled = !idle || !marks.changed || left === 0 || locked;
    setText(send.means, locked ? t('scoring.send_locked') : t('scoring.send_means', { count: left }));
    accept.button.disabled = !idle || marks.changed || locked;
    // It can be reached meanwhile, and says why it waits.
    if (remark?.isNew) accept.button.setAttribute('aria-disabled', 'true');
    else accept.button.removeAttribute('aria-disabled');
    setText(accept.button, locked ? t('action.accepted') : t('action.accept'));
    setText(accept.means, t(locked ? 'scoring.accepted_means' : marks.changed ? 'scoring.accept_unsent' : 'scoring.accept_means'));
    resume.button.disabled = !idle || record.resumptions_left === 0;
    setText(resume.means, t('scoring.resume_means', { count: record.resumptions_left }));
  }
}

customElements.define('game-actions', GameActions);

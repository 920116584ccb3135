// <game-actions>: the buttons of a player. Every button keeps its place while a
// phase lasts and is only disabled, so that none ever slides under a finger that
// aimed at another: Pass never stands where Play was. Emits `action` with
// detail.name.

import { html, setText } from '../dom/html.js';
import { mayAbort, mayPlay } from './record.js';
import { setting } from '../settings.js';
import { t } from '../text/text.js';

const touchable = matchMedia('(any-pointer: coarse)');

export class GameActions extends HTMLElement {
  connectedCallback() {
    this.touched = false;
    this.buttons = {
      play: this.button('play', 'primary'),
      pass: this.button('pass'),
      resign: this.button('resign'),
      type: this.button('type', 'quiet'),
      // Those that come and go stand last, so that they move nothing.
      abort: this.button('abort', 'quiet'),
      drop: this.button('drop', 'quiet', 'drop-marks'),
    };
    this.choices = {
      send: this.choice('send', 'send-marks'),
      accept: this.choice('accept', 'accept', 'primary'),
      resume: this.choice('resume', 'resume'),
    };
    this.replaceChildren(
      html('div', { class: 'choices' }, ...Object.values(this.choices).map(({ row }) => row)),
      html('div', { class: 'row' }, ...Object.values(this.buttons)));
  }

  button(name, kind = '', testid = name) {
    return html('button', {
      type: 'button', class: kind, 'data-testid': testid,
      onclick: () => this.dispatchEvent(new CustomEvent('action', { detail: { name } })),
    }, t(`action.${name}`));
  }

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

  show(state) {
    const { record, seat, preview } = state;
    const playing = record.phase === 'playing' && seat !== null;
    const scoring = record.phase === 'scoring' && seat !== null;
    this.hidden = !playing && !scoring;
    const turn = playing && mayPlay(record, seat) && state.reader.live && !state.pending;
    this.set('play', playing && this.playButton(), turn && preview !== null);
    setText(this.buttons.play, preview ? t('action.play_at', { at: preview }) : t('action.play'));
    this.set('pass', playing, turn && !record.handicap_left);
    this.set('resign', playing || scoring, true);
    this.set('abort', mayAbort(record, seat), true);
    this.set('type', playing || scoring, turn || scoring);
    this.set('drop', scoring && state.marks.changed, true);
    this.firstElementChild.hidden = !scoring;
    if (scoring) this.showChoices(state);
  }

  playButton() {
    const placing = setting('placing');
    return placing === 'two' || placing === 'button' || (placing === 'auto' && (this.touched || touchable.matches));
  }

  set(name, shown, enabled) {
    this.buttons[name].hidden = !shown;
    this.buttons[name].disabled = !enabled;
  }

  showChoices({ record, seat, marks, sending }) {
    const { scoring } = record;
    const left = scoring.proposals_left[seat];
    const { send, accept, resume } = this.choices;
    send.button.disabled = sending || !marks.changed || left === 0;
    setText(send.means, t('scoring.send_means', { count: left }));
    accept.button.disabled = sending || marks.changed || scoring.accepted[seat];
    setText(accept.button, scoring.accepted[seat] ? t('action.accepted') : t('action.accept'));
    setText(accept.means, t(marks.changed ? 'scoring.accept_unsent' : 'scoring.accept_means'));
    resume.button.disabled = sending || record.resumptions_left === 0;
    setText(resume.means, t('scoring.resume_means', { count: record.resumptions_left }));
  }
}

customElements.define('game-actions', GameActions);

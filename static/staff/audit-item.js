// An entry of the log: what was done, by whom, to whom, and why.

import { factLine, html } from '../dom/html.js';
import { groundName } from './sanction-item.js';
import { hasText, t } from '../text/text.js';
import { playerName } from '../people/player-name.js';
import { whenText } from './case-item.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { AuditEntry } from '../shapes/staff.js' */

/** @type {Record<string, string>} */
const ADDRESSES = { player: '/staff/players/', game: '/games/', record: '/records/', case: '/staff/cases/', group: '/groups/' };

/** @param {string} kind */
const kindOf = (kind) => t(hasText(`audit.kind.${kind}`) ? `audit.kind.${kind}` : 'audit.kind.other', { kind });

/** What they are about has no page any more. */
const ENDINGS = ['end_group', 'delete_member'];

/**
 * Facts that are more than a word of the protocol.
 * @type {Record<string, (value: any) => string>}
 */
const FACTS = {
  ground: groundName,
  until: (until) => t('staff.until', { when: whenText(until) }),
  expires_at: (until) => t('staff.until', { when: whenText(until) }),
  places: (count) => t('audit.places', { count }),
  players: ({ length: count }) => t('audit.players', { count }),
  members: (count) => t('staff_groups.members', { count }),
  taken_out: () => t('audit.taken_out'),
};

/**
 * A fact in words; null if there are none for people.
 * @param {any} pair
 */
function factText([name, value]) {
  if (FACTS[name]) return FACTS[name](value);
  return [`act.${name}.${value}`, `staff_groups.${name}.${value}`].filter(hasText).map((key) => t(key))[0] ?? null;
}

/**
 * What an entry is about, with the way to it, if it is still there.
 * @param {{kind: string, id: string}} parts
 * @param {Map<string, PlayerCard>} players
 * @param {boolean} isThere
 */
function subjectPart({ kind, id }, players, isThere) {
  const player = kind === 'player' && players.get(id);
  const text = player ? playerName(player) : hasText(`audit.subject.${kind}`) ? t(`audit.subject.${kind}`, { id }) : `${kind} ${id}`;
  if (kind === 'entry') return html('a', { href: `/staff/audit?before=${Number(id) + 1}` }, text);
  return ADDRESSES[kind] && isThere ? html('a', { href: `${ADDRESSES[kind]}${id}` }, text) : html('span', {}, text);
}

/**
 * @param {string | null} actor
 * @param {Map<string, PlayerCard>} players
 */
function actorPart(actor, players) {
  if (!actor) return html('span', {}, t('audit.command_line'));
  const player = players.get(actor);
  return html('a', { href: `/players/${actor}` }, player ? playerName(player) : t('name.deleted'));
}

/** @param {any} parts */
function reasonPart({ reason, reason_erased: isErased }) {
  if (reason) return html('p', { class: 'said-words', 'data-testid': 'reason' }, reason);
  return isErased ? html('p', { class: 'hint' }, t('audit.erased')) : null;
}

/**
 * `cards` are the players whom entries name; `more` stands at the end of the item.
 * @param {AuditEntry} entry
 * @param {any[]} cards
 * @param {Node | null} more
 */
export function auditItem(entry, cards, more = null) {
  const players = new Map(cards.map((card) => [card.id, card]));
  const { seq, at, actor, kind, subject, facts } = entry;
  const said = Object.entries(facts).map(factText).filter(Boolean);
  return html('li', { class: 'report entry', 'data-testid': 'entry', 'data-kind': kind, 'data-seq': seq },
    html('h3', {}, ...factLine([kindOf(kind), ...said])),
    html('dl', { class: 'entry-people' },
      html('div', {}, html('dt', {}, t('audit.to')), html('dd', {}, subjectPart(subject, players, !ENDINGS.includes(kind)))),
      html('div', {}, html('dt', {}, t('audit.by')), html('dd', {}, actorPart(actor, players)))),
    reasonPart(entry),
    html('div', { class: 'report-foot hint' }, html('span', {}, ...factLine([whenText(at), t('audit.number', { number: seq })])), more));
}

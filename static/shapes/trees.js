// The shapes of positions, tried moves and trees of variations as the interface has them (docs/protocol.md), for the checker of types
// alone: no page loads this.

/** @import { Board, Color, PerColor, Summary } from './game.js' */
/** @import { PlayerCard } from './player.js' */

/**
 * A tried move that was judged. `illegal` is the rule that forbids it.
 * @typedef {{stones: string, to_move: Color | null, captured: string[], prisoners: PerColor<number>, illegal?: string}} Tried
 */

/**
 * How surely each point is whose, and the sums of it.
 * @typedef {{owners: number[], black: number, white: number, doubt: number}} Estimated
 */

/**
 * Games that were in a position, and how they went on.
 * @typedef {{at: string | null, alike: string[], games: number, black_wins: number, white_wins: number, jigo: number}} Continuation
 * @typedef {{game: Summary, move_number: number, symmetry: number, colors_swapped: boolean, next: string | null}} PositionGame
 */

/**
 * @typedef {object} PositionAnswer
 * @property {Board} board
 * @property {string} stones
 * @property {Color} to_move
 * @property {number} games_total
 * @property {Continuation[]} continuations
 * @property {PositionGame[]} games
 * @property {string | null} next
 */

/**
 * Where a node hangs that hangs on no other one: behind a move of a game as it was at an event, or on a node of a record.
 * @typedef {{move: number, event: number}} GamePlace
 * @typedef {{node: number}} RecordPlace
 */

/**
 * A node of a tree. What is blank is left out.
 * @typedef {object} VariationNode
 * @property {string} id
 * @property {string} [parent]
 * @property {GamePlace | RecordPlace} [from]
 * @property {string} [move]
 * @property {string[]} [captured]
 * @property {Record<string, any>} [marks]
 * @property {string} [words]
 * @property {number} [order]
 * @typedef {Omit<VariationNode, 'captured'> & {gone?: boolean}} VariationChange
 */

/**
 * A tree, or what has changed of it: `gone` are the nodes that were taken away. And the answer to changes.
 * @typedef {{revision: number, nodes: VariationNode[], gone?: string[]}} VariationTree
 * @typedef {{revision: number, behind: number, captured: Record<string, string[]>}} VariationsChanged
 */

/**
 * To whom a tree is shown: to whoever has the link, or to the opponent.
 * @typedef {{id: string, with: 'link' | 'opponent', grows: boolean, created_at: number, revision?: number}} Share
 * @typedef {{share: Share, secret?: string}} ShareAnswer
 * @typedef {{owner: PlayerCard, game?: string, record?: string, grows: boolean, created_at: number} & VariationTree} SharedTree
 */

export {};

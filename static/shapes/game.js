// The shapes of games as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { PlayerCard } from './player.js' */

/**
 * @typedef {'black' | 'white'} Color
 * @typedef {'open' | 'playing' | 'scoring' | 'finished'} Phase
 */

/**
 * @template T
 * @typedef {{black: T, white: T}} PerColor
 */

/**
 * Times are in milliseconds, and a field stands where its system has it.
 * @typedef {'absolute' | 'fischer' | 'byo-yomi' | 'canadian' | 'simple'} TimeSystemName
 * @typedef {{system: TimeSystemName} & Record<string, any>} TimeSystem
 * @typedef {{main: number, period: number, periods: number, stones: number}} PlayerTime
 * @typedef {PerColor<PlayerTime> & {at: number, system: TimeSystem, running: Color | null}} Clock
 */

/**
 * The axes of rules by their names, and the preset's name. `custom`: some axis is not as the preset has it.
 * @typedef {string | number | boolean} AxisValue
 * @typedef {{preset: string, custom?: boolean, scoring?: string} & Record<string, any>} Rules
 * @typedef {{width: number, height: number, name?: string}} Board
 * @typedef {{stones: string, to_move: Color, moves?: string}} Position
 * @typedef {{variations: boolean, estimate: boolean}} Aids
 */

/**
 * A board as it is drawn: its points, the lines between them, where some of them are drawn once more, and how it can be turned.
 * @typedef {object} BoardShape
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {{at: string, place: [number, number]}[]} points
 * @property {[number, number][]} lines
 * @property {{of: string, beside: string, place: [number, number]}[]} copies
 * @property {number[][]} symmetries
 */

/**
 * @typedef {object} Settings
 * @property {Board} board
 * @property {Rules} rules
 * @property {number} komi
 * @property {number} handicap
 * @property {Position} [position]
 * @property {'random' | Color} color
 * @property {boolean} private
 * @property {boolean} no_bots
 * @property {boolean} local
 * @property {Aids} [aids]
 * @property {TimeSystem | null} [clock]
 * @property {number} [delay]
 * @property {string | null} [opponent]
 */

/**
 * @typedef {{color: Color, at: string, captured: string[], time_left?: PlayerTime | null}} Move `at`: a vertex, or `pass`
 * @typedef {{at: string, rule: string}} IllegalPoint
 * @typedef {{at: string, reason: string}} NeutralPoint
 * @typedef {{name: string, black: number, white: number}} ScoreLine
 * @typedef {{black: number, white: number, margin: number, lines: ScoreLine[]}} Score
 * @typedef {{winner: Color | null, by: string, margin?: number | null, text?: string}} Result
 * @typedef {{for: string, until: number}} Waits
 * @typedef {{color: Color | null, since: number, until: number}} Pause
 * @typedef {{request: number, color: Color, moves: number}} Undo
 * @typedef {{here: boolean, claimable_at: number | null}} Whereabouts
 * @typedef {PerColor<Whereabouts> & {watching: number}} Presence
 * @typedef {{game: string, by: string}} Rematch
 */

/**
 * @typedef {object} Scoring
 * @property {number} version
 * @property {string[]} dead
 * @property {string[]} neutral
 * @property {NeutralPoint[]} proposed_neutral
 * @property {string[]} unsettled
 * @property {PerColor<boolean>} accepted
 * @property {PerColor<number>} proposals_left
 * @property {number} deadline
 * @property {string} owners
 * @property {string[]} open_borders
 * @property {Score} score
 */

/**
 * The part of a snapshot that events change.
 * @typedef {object} State
 * @property {Phase} phase
 * @property {number} turn
 * @property {Color | null} to_move
 * @property {PerColor<number>} prisoners
 * @property {IllegalPoint[]} illegal
 * @property {string | null} [ko]
 * @property {Clock | null} clock
 * @property {number | null} clock_givable_at
 * @property {Waits | null} waits
 * @property {Pause | null} pause
 * @property {PerColor<{millis: number, times: number}>} pauses_left
 * @property {Undo | null} undo
 * @property {Scoring | null} scoring
 * @property {number} resumptions_left
 * @property {number} handicap_left
 * @property {Color | null} button
 * @property {boolean} pass_stones
 * @property {boolean} pass_ends
 * @property {Result | null} result
 */

/**
 * A game as a page that follows it is told of it.
 * @typedef {object} Told
 * @property {string} id
 * @property {number} seq
 * @property {number} created_at
 * @property {number} updated_at
 * @property {Settings} settings
 * @property {string[]} setup
 * @property {{stones: string, to_move: Color, prisoners: PerColor<number>}} [beginning]
 * @property {number} now
 * @property {PlayerCard} creator
 * @property {PlayerCard | null} opponent
 * @property {PerColor<PlayerCard | null>} players
 * @property {string} stones
 * @property {Move[]} moves
 * @property {Presence} presence
 * @property {Rematch | null} rematch
 * @property {number} [voided_at]
 * @typedef {State & Told} Snapshot
 */

/**
 * An event of a game. Besides, it has the fields of its type: those of a move, of marks, of a request to take back, and so on.
 * @typedef {{seq: number, at: number, type: string, actor: string | null, changed: Partial<State>} & Record<string, any>} GameEvent
 */

/**
 * A game as lists tell it.
 * @typedef {object} Summary
 * @property {string} id
 * @property {number} seq
 * @property {Phase} phase
 * @property {number} created_at
 * @property {number} updated_at
 * @property {Settings} settings
 * @property {PlayerCard} creator
 * @property {PlayerCard | null} [opponent]
 * @property {PerColor<PlayerCard | null>} players
 * @property {Color | null} to_move
 * @property {number} move_count
 * @property {string | null} stones
 * @property {string | null} last_move
 * @property {Waits | null} waits
 * @property {PerColor<string | null>} [asked]
 * @property {Result | null} result
 * @property {number} [voided_at]
 */

/**
 * Moves in a game that a list shows already: what has changed of it, and the points of its board.
 * @typedef {Pick<Summary, 'id' | 'seq' | 'updated_at' | 'to_move' | 'move_count' | 'last_move'> & {stones: {at: number, is: string}[]} & Partial<Pick<Summary, 'waits' | 'asked'>>} Moved
 */

export {};

// Generated from src/moonshot/site/live/wire.py by tools/protocol_types.py. Do not edit.

export type PaceName = "slow" | "normal" | "fast" | "instant" | "click";

export type MoonChoice = "others_plus" | "self_minus";

export type Phase = "passing" | "playing" | "trick_done" | "choosing_moon" | "deal_done" | "redeal" | "over";

export type Direction = "L" | "R" | "A" | "L2" | "R2" | "S" | "H";

export type ByeCode = "resume" | "moved" | "bad_ticket" | "gone" | "left";

/** Choose the cards to pass in deal `deal`. */
export interface PassCards {
  t: "pass";
  id: string;
  deal: number;
  cards: string[];
}

/** Take the own pass back, as long as another seat is still choosing. */
export interface RecallCards {
  t: "recall";
  id: string;
  deal: number;
}

/** Play a card as the ply-th card of the deal; `ply` is the one of the view it was chosen from. */
export interface PlayCard {
  t: "play";
  id: string;
  ply: number;
  card: string;
}

/** The shooter says what the moon does to the totals. */
export interface ChooseMoon {
  t: "choose_moon";
  id: string;
  deal: number;
  choice: MoonChoice;
}

/** Go on: after a full trick (pace `click`), after the score sheet of a deal, after a redeal. */
export interface Continue {
  t: "continue";
  id: string;
  deal: number;
  ply: number;
  seed?: string | null;
}

/** How fast bots play and how long a full trick stays. */
export interface SetPace {
  t: "pace";
  id: string;
  pace: PaceName;
}

/** Stop the table, or let it go on. */
export interface SetPause {
  t: "pause";
  id: string;
  on: boolean;
}

/** A new match with the same players and rules; ends a running one. */
export interface NewMatch {
  t: "new_match";
  id: string;
}

/** Give the seat up for good. */
export interface Leave {
  t: "leave";
  id: string;
}

/** The whole state as this viewer may know it, and what led there since the update before. */
export interface Update {
  t: "update";
  seq: number;
  view: View;
  events: TableEvent[];
}

/** All that one viewer may know, complete in itself. */
export interface View {
  table: string;
  match: string;
  rules: RulesFields;
  rules_name: string;
  preset: string | null;
  phase: Phase;
  seat: number | null;
  players: Player[];
  deal: number;
  dealer: number;
  direction: Direction;
  pass_to: number[] | null;
  pass_count: number;
  hand: string[];
  counts: number[];
  passed: string[] | null;
  received: string[] | null;
  received_from: number | null;
  has_passed: boolean[];
  turn: number | null;
  legal: string[];
  why: Record<string, string>;
  ply: number;
  trick: Trick | null;
  last_trick: Trick | null;
  broken: boolean;
  taken: string[][];
  tricks_won: number[];
  points: number[];
  totals: number[];
  rows: Row[];
  overtime: boolean;
  tied: number[];
  winners: number[];
  shooter: number | null;
  moon_options: MoonOptions | null;
  commitment: string | null;
  reveals: Reveal[];
  pace: PaceName;
  paused: boolean;
  waiting: "continue"[];
}

/** The rules in force, every field. Their meaning: docs/rules-schema.md. */
export interface RulesFields {
  bonus_card: string | null;
  bonus_floor: string;
  bonus_points: number;
  break_by: string;
  end_at: string;
  end_hands: number;
  end_score: number;
  exact: ExactReset[];
  exact_wins: boolean;
  first_trick_barred: string[];
  first_trick_breaks: boolean;
  first_trick_fallback: string;
  heart_points: string | number[];
  kitty: string;
  lead_exception: string;
  lead_hearts: string;
  moon: string;
  moon_bonus: string;
  moon_needs_bonus: boolean;
  moon_value: string | number;
  no_pass_cards: string[];
  no_trick_bonus: number;
  opening_card: string;
  opening_leader: string;
  overtime: string;
  pass_count: number;
  pass_cycle: string | Direction[];
  penalties: Record<string, number>;
  players: number;
  qs_breaks: string;
  qs_discard: string;
  qs_lead: string;
  removed: string | string[];
  sun: string;
  sun_value: string | number;
  tie: string;
}

/** A total of exactly `at` becomes `to`. */
export interface ExactReset {
  at: number;
  to: number;
}

/** Who sits in a seat; `level` is null for a person. */
export interface Player {
  name: string;
  bot: boolean;
  level: string | null;
  connected: boolean;
}

/** Cards in order of play from `leader` on; `winner` is null until the trick is full. */
export interface Trick {
  leader: number;
  cards: string[];
  winner: number | null;
}

/** One finished deal of the score sheet; `check` is the sum of its points. */
export interface Row {
  deal: number;
  direction: Direction;
  points: number[];
  totals: number[];
  moon: number | null;
  sun: boolean;
  queen: number | null;
  bonus: number | null;
  check: number;
}

/** The totals after each choice of the shooter. */
export interface MoonOptions {
  others_plus: number[];
  self_minus: number[];
}

/** The secret of a finished deal, against the commitment shown before it. */
export interface Reveal {
  deal: number;
  secret: string;
}

/** A match begins; totals are zero. */
export interface MatchStartedEvent {
  kind: "match_started";
}

/** New hands are dealt. */
export interface DealtEvent {
  kind: "dealt";
  deal: number;
  dealer: number;
  direction: Direction;
}

/** A seat has chosen its cards (nobody else learns which). */
export interface PassedEvent {
  kind: "passed";
  seat: number;
}

/** A seat took its choice back. */
export interface RecalledEvent {
  kind: "recalled";
  seat: number;
}

/** All have passed: the cards you got, and the one seat they came from (null when from several). */
export interface ExchangedEvent {
  kind: "exchanged";
  received: string[];
  from: number | null;
}

/** A card was played. */
export interface PlayedEvent {
  kind: "played";
  seat: number;
  card: string;
}

/** From now on hearts may be led. */
export interface HeartsBrokenEvent {
  kind: "hearts_broken";
  seat: number;
  card: string;
}

/** A trick is full; `cards` stand in order of play. */
export interface TrickTakenEvent {
  kind: "trick_taken";
  winner: number;
  leader: number;
  cards: string[];
}

/** A seat took every point card of the deal (`sun`: every trick). */
export interface MoonEvent {
  kind: "moon";
  deal: number;
  seat: number;
  sun: boolean;
}

/** What the shooter chose. */
export interface MoonChosenEvent {
  kind: "moon_chosen";
  seat: number;
  choice: MoonChoice;
}

/** The deal is void because the seat could not play a legal first card. */
export interface RedealEvent {
  kind: "redeal";
  seat: number;
}

/** The deal is over. */
export interface DealScoredEvent {
  kind: "deal_scored";
  deal: number;
  points: number[];
  totals: number[];
}

/** The match goes on because these seats are tied for the lowest total. */
export interface OvertimeEvent {
  kind: "overtime";
  tied: number[];
}

/** The match is over. */
export interface OverEvent {
  kind: "over";
  winners: number[];
  totals: number[];
}

/** The pace changed. */
export interface PaceEvent {
  kind: "pace";
  pace: PaceName;
}

/** The table was stopped (`on`) or goes on. */
export interface PausedEvent {
  kind: "paused";
  on: boolean;
}

/** The server restarts in a moment: nothing new begins, and the socket will be closed with `resume`. */
export interface ClosingEvent {
  kind: "closing";
  in_ms: number;
}

/** The command was accepted and is stored; `seq` is the entry that holds it. */
export interface Done {
  t: "done";
  id: string;
  seq: number;
}

/** The command changed nothing; `at` names the field that is to blame, where there is one. */
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  message: string;
  at: string | null;
}

/** The last message before the server closes the socket with the close code of `code`. */
export interface Bye {
  t: "bye";
  code: ByeCode;
  message: string;
}

/** Answer of `POST /api/tables/<id>/ticket`: enter `socket` with `?ticket=` within that many seconds. */
export interface Ticket {
  ticket: string;
  socket: string;
  expires_in: number;
}

/** A running practice table of the guest, for *Continue*. */
export interface WaitingTable {
  table: string;
  rules_name: string;
  deal: number;
  totals: number[];
  phase: Phase;
}

export type TableEvent =
  | MatchStartedEvent
  | DealtEvent
  | PassedEvent
  | RecalledEvent
  | ExchangedEvent
  | PlayedEvent
  | HeartsBrokenEvent
  | TrickTakenEvent
  | MoonEvent
  | MoonChosenEvent
  | RedealEvent
  | DealScoredEvent
  | OvertimeEvent
  | OverEvent
  | PaceEvent
  | PausedEvent
  | ClosingEvent;

export type Command =
  | PassCards
  | RecallCards
  | PlayCard
  | ChooseMoon
  | Continue
  | SetPace
  | SetPause
  | NewMatch
  | Leave;

export type ServerMessage =
  | Update
  | Done
  | Refused
  | Bye;

export const CLOSE_CODES: Record<ByeCode, number> = { resume: 4000, moved: 4001, bad_ticket: 4002, gone: 4003, left: 4004 };

// Generated from src/moonshot/site/live/wire.py by tools/protocol_types.py. Do not edit.

export type PaceName = "slow" | "normal" | "fast" | "instant" | "click";

export type MoonChoice = "others_plus" | "self_minus";

export type Phase = "gathering" | "passing" | "playing" | "trick_done" | "choosing_moon" | "deal_done" | "redeal" | "over";

export type Direction = "L" | "R" | "A" | "L2" | "R2" | "S" | "H";

export type TableKind = "practice" | "daily" | "quick" | "private" | "coin";

export type ClockKind = "none" | "online" | "coin";

export type VoteKind = "timer_off" | "rematch" | "take_back" | "finish" | "stand_in";

export type ByeCode = "resume" | "moved" | "bad_ticket" | "gone" | "left" | "removed" | "idle" | "full";

export type QuickMode = "standard" | "fast" | "deniro";

export type QuickWhen = "soon" | "now" | "wait";

export type ListedState = "waiting" | "playing";

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

/** Sit down on an empty seat, or change seats, while players are gathering. */
export interface Sit {
  t: "sit";
  id: string;
  seat: number;
}

/** Give the seat free again, while players are gathering. */
export interface Stand {
  t: "stand";
  id: string;
}

/** The host starts the first match; bots take the empty seats. */
export interface Start {
  t: "start";
  id: string;
}

/** The host closes the table to newcomers, or opens it again. */
export interface Lock {
  t: "lock";
  id: string;
  on: boolean;
}

/** The host removes a person before the start. */
export interface Remove {
  t: "remove";
  id: string;
  seat: number;
}

/** The host hands the role on to another person. */
export interface HandHost {
  t: "hand_host";
  id: string;
  seat: number;
}

/** The host puts a bot of a level on a seat without a person, or (null) empties it. */
export interface SetBot {
  t: "set_bot";
  id: string;
  seat: number;
  level: string | null;
}

/** Propose rules before the first deal: the id of a preset, or an object of changed fields. */
export interface Propose {
  t: "propose";
  id: string;
  rules: string | Record<string, unknown>;
}

/** Say yes or no to the proposal with this number. */
export interface Confirm {
  t: "confirm";
  id: string;
  proposal: number;
  yes: boolean;
}

/** Take over the seat of a bot between two deals. */
export interface TakeSeat {
  t: "take_seat";
  id: string;
  seat: number;
}

/** Ask the others something, which is a yes of one's own; `seat` is whom a bot should stand in for. */
export interface ProposeVote {
  t: "propose_vote";
  id: string;
  kind: VoteKind;
  seat?: number | null;
}

/** Vote on what is asked. */
export interface CastVote {
  t: "vote";
  id: string;
  yes: boolean;
}

/** Take all tricks that are left; `ply` is the one of the view in which that was offered. */
export interface Claim {
  t: "claim";
  id: string;
  ply: number;
}

/** Get the full clock back and the seat from its stand-in. */
export interface ImBack {
  t: "im_back";
  id: string;
}

/** Say one thing: a phrase or an emoji by its key, or a text where the view's `chat` allows it. */
export interface Say {
  t: "say";
  id: string;
  phrase?: string | null;
  emoji?: string | null;
  text?: string | null;
}

/** Ask how long the way to the server and back is; nothing is stored, and no table hears of it. */
export interface Ping {
  t: "ping";
  id: string;
}

/** The state as this viewer may know it, and what led there since the update before. The first update of a connection, and the one after a `stale` refusal, have every field of the view; all others only the fields that have changed since the update before. */
export interface Update {
  t: "update";
  seq: number;
  view: ViewPart;
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
  kind: TableKind;
  host: number | null;
  locked: boolean;
  code: string | null;
  link: string | null;
  clock: Clock | null;
  vote: Vote | null;
  proposal: Proposal | null;
  spectators: number;
  chat: Chat;
  saving: boolean;
  absent: Absent | null;
  stalling: number | null;
  offers: ("claim" | "finish" | "take_back")[];
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

/** Who sits in a seat; `level` is null for a person, `handle` (a person's public id) for a bot. `empty`: nobody sits here yet. `stand_in`: a bot plays for the absent person until they return. */
export interface Player {
  name: string;
  bot: boolean;
  level: string | null;
  connected: boolean;
  empty: boolean;
  host: boolean;
  stand_in: boolean;
  handle: string | null;
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

/** The table's clock, measured when the update was sent; every list has one element for each seat. `left_ms` is what those who may act now have left, bank and all, null for everybody else; `bank_ms` what is left of the extra time of the whole match, null at coin tables; `limit_ms` the time for the present move without the bank. `misses` counts the moves that the clock made since the last own one; `fast` says that a seat's time is short because of them. `on` is false while the clock stands still. */
export interface Clock {
  kind: ClockKind;
  on: boolean;
  left_ms: (number | null)[];
  bank_ms: (number | null)[];
  limit_ms: number;
  misses: number[];
  fast: boolean[];
}

/** An open vote: who asks, who has said yes and no, and how long it stays open. `seat` is whom a bot would stand in for, null for every other question. */
export interface Vote {
  kind: VoteKind;
  by: number;
  seat: number | null;
  yes: number[];
  no: number[];
  ends_in_ms: number;
}

/** Rules that somebody proposes before the first deal; all people have to say yes. */
export interface Proposal {
  no: number;
  by: number;
  rules: RulesFields;
  rules_name: string;
  yes: number[];
  waiting: number[];
}

/** What the viewer may say now: free text, and the keys of the phrases and emoji. */
export interface Chat {
  text: boolean;
  phrases: string[];
  emoji: string[];
}

/** A person who is not there, and when a bot stands in. */
export interface Absent {
  seat: number;
  giving_up_in_ms: number;
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

/** Somebody, or a bot, sits down while players are gathering. */
export interface SatEvent {
  kind: "sat";
  seat: number;
  name: string;
}

/** A seat became empty while players are gathering. */
export interface StoodEvent {
  kind: "stood";
  seat: number;
}

/** The host role went to this seat; null when no person is seated. */
export interface HostEvent {
  kind: "host";
  seat: number | null;
}

/** The host closed the table to newcomers (`on`) or opened it again. */
export interface LockedEvent {
  kind: "locked";
  on: boolean;
}

/** The host removed the person of this seat before the start. */
export interface RemovedEvent {
  kind: "removed";
  seat: number;
}

/** The person of this seat is called so from now on. */
export interface RenamedEvent {
  kind: "renamed";
  seat: number;
  name: string;
}

/** Rules were proposed; the view has them. */
export interface ProposedEvent {
  kind: "proposed";
  no: number;
  by: number;
  rules_name: string;
}

/** A person said yes or no to the proposal. */
export interface ConfirmedEvent {
  kind: "confirmed";
  seat: number;
  yes: boolean;
}

/** All people agreed: these are the table's rules now. */
export interface RulesSetEvent {
  kind: "rules_set";
  rules_name: string;
}

/** The clock ran out, and the table moved for this seat. */
export interface TimedOutEvent {
  kind: "timed_out";
  seat: number;
}

/** A bot plays for the person of this seat until they return: they are away, or the others `voted`. */
export interface StandInEvent {
  kind: "stand_in";
  seat: number;
  voted: boolean;
}

/** The person of this seat is back, with a full clock. */
export interface ReturnedEvent {
  kind: "returned";
  seat: number;
}

/** A person took over the seat of a bot. */
export interface TookSeatEvent {
  kind: "took_seat";
  seat: number;
  name: string;
}

/** The person of this seat left for good; a bot plays on under the name of the view. */
export interface LeftEvent {
  kind: "left";
  seat: number;
}

/** A vote among the people began; whoever asks has said yes by asking. */
export interface VoteOpenedEvent {
  kind: "vote_opened";
  about: VoteKind;
  by: number;
}

/** A person voted. */
export interface VotedEvent {
  kind: "voted";
  seat: number;
  yes: boolean;
}

/** The vote is over. */
export interface VoteClosedEvent {
  kind: "vote_closed";
  about: VoteKind;
  passed: boolean;
}

/** From now on nobody has a clock at this table. */
export interface TimerOffEvent {
  kind: "timer_off";
}

/** A seat took its last card back, with whatever had been played after it. */
export interface TakenBackEvent {
  kind: "taken_back";
  seat: number;
  card: string;
}

/** The table plays the rest of the deal: all tricks for `seat`, or (null) none that could count. */
export interface PlayedOutEvent {
  kind: "played_out";
  seat: number | null;
}

/** Somebody said something: exactly one of `phrase`, `emoji` (keys) and `text` is not null. `seat` is null for a spectator. */
export interface SaidEvent {
  kind: "said";
  seat: number | null;
  name: string;
  handle: string;
  phrase: string | null;
  emoji: string | null;
  text: string | null;
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

/** What was said at the table lately, the oldest first; once, after the first update of a connection. */
export interface History {
  t: "history";
  said: SaidEvent[];
}

/** The answer to a ping, as soon as it was read. */
export interface Pong {
  t: "pong";
  id: string;
}

/** The last message before the server closes the socket with the close code of `code`. */
export interface Bye {
  t: "bye";
  code: ByeCode;
  message: string;
}

/** Play with others. Sent again, it changes the mode or the patience of the same wish. `soon`: at the latest after 8 seconds, bots on the seats that are empty then. `now`: at once, with whoever waits. `wait`: for a full table, at most 2 minutes. */
export interface Quick {
  t: "quick";
  id: string;
  mode: QuickMode;
  when?: QuickWhen;
}

/** Wait no longer. */
export interface Cancel {
  t: "cancel";
  id: string;
}

/** Somebody is looking at the lobby. Who sends nothing for 10 minutes is let go with `bye` `idle`. */
export interface Here {
  t: "here";
  id: string;
}

/** The first message: every open table, and how many people are here or at tables. `closed` is why no new match begins just now: the server is about to restart, or nothing can be saved. */
export interface LobbyState {
  t: "lobby";
  tables: ListedTable[];
  people: number;
  closed: "restart" | "saving" | null;
}

/** A table of the lobby. `seats` with `empty` (waiting) or `bot` (playing) can be taken by joining. `watch`: spectators are welcome. `preset` is null for house rules; `rules_line` says them in short. */
export interface ListedTable {
  table: string;
  kind: TableKind;
  rules_name: string;
  rules_line: string;
  preset: string | null;
  seats: ListedSeat[];
  spectators: number;
  watch: boolean;
  state: ListedState;
}

/** Who sits there; a name for people and bots, neither for an empty seat. */
export interface ListedSeat {
  name: string;
  bot: boolean;
  empty: boolean;
}

/** New and changed tables, and the ids of those that are no longer open. At most one in a second. */
export interface LobbyChanged {
  t: "lobby_changed";
  tables: ListedTable[];
  gone: string[];
  people: number;
  closed: "restart" | "saving" | null;
}

/** The wish stands: so long ago it was made, so many people want the same, so soon it starts anyway. */
export interface Waiting {
  t: "waiting";
  mode: QuickMode;
  when: QuickWhen;
  since_ms: number;
  people: number;
  starts_in_ms: number;
}

/** There is a seat for you: go to `url`. Every window that waited hears it. */
export interface Seated {
  t: "seated";
  table: string;
  url: string;
}

/** You do not wait any more. */
export interface Cancelled {
  t: "cancelled";
}

/** Answer of `POST /api/tables/<id>/ticket`: enter `socket` with `?ticket=` within that many seconds. */
export interface Ticket {
  ticket: string;
  socket: string;
  expires_in: number;
}

/** A table where the guest has a seat and the match is not over, for *Continue*. */
export interface WaitingTable {
  table: string;
  rules_name: string;
  deal: number;
  totals: number[];
  phase: Phase;
  kind: TableKind;
}

/** A view, or those fields of it that have changed since the update before. */
export type ViewPart = Partial<View>;

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
  | ClosingEvent
  | SatEvent
  | StoodEvent
  | HostEvent
  | LockedEvent
  | RemovedEvent
  | RenamedEvent
  | ProposedEvent
  | ConfirmedEvent
  | RulesSetEvent
  | TimedOutEvent
  | StandInEvent
  | ReturnedEvent
  | TookSeatEvent
  | LeftEvent
  | VoteOpenedEvent
  | VotedEvent
  | VoteClosedEvent
  | TimerOffEvent
  | TakenBackEvent
  | PlayedOutEvent
  | SaidEvent;

export type Command =
  | PassCards
  | RecallCards
  | PlayCard
  | ChooseMoon
  | Continue
  | SetPace
  | SetPause
  | NewMatch
  | Leave
  | Sit
  | Stand
  | Start
  | Lock
  | Remove
  | HandHost
  | SetBot
  | Propose
  | Confirm
  | TakeSeat
  | ProposeVote
  | CastVote
  | Claim
  | ImBack
  | Say
  | Ping;

export type ServerMessage =
  | Update
  | Done
  | Refused
  | History
  | Pong
  | Bye;

export type LobbyCommand =
  | Quick
  | Cancel
  | Here;

export type LobbyMessage =
  | LobbyState
  | LobbyChanged
  | Waiting
  | Seated
  | Cancelled
  | Refused
  | Bye;

export const CLOSE_CODES: Record<ByeCode, number> = { resume: 4000, moved: 4001, bad_ticket: 4002, gone: 4003, left: 4004, removed: 4005, idle: 4006, full: 4007 };

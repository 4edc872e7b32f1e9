/** All words of the table. Values in braces; `n` chooses the plural form. */
import { fill, type Message, type Values } from '../text';

const words = {
  you: 'You',
  'suit.S': 'spades',
  'suit.H': 'hearts',
  'suit.D': 'diamonds',
  'suit.C': 'clubs',
  'Suit.S': 'Spades',
  'Suit.H': 'Hearts',
  'Suit.D': 'Diamonds',
  'Suit.C': 'Clubs',
  'rank.T': '10',
  'rank.J': 'jack',
  'rank.Q': 'queen',
  'rank.K': 'king',
  'rank.A': 'ace',
  card: '{rank} of {suit}',

  // header
  hand: 'Hand {n}',
  'header.home': 'Moonshot, home page',
  'header.rules': '{name}, rules in force',
  'header.menu': 'Menu',
  'hearts.unbroken': 'Hearts not broken',
  'hearts.broken': 'Hearts broken',

  // passing directions
  'pass.L': 'Pass left',
  'pass.R': 'Pass right',
  'pass.A': 'Pass across',
  'pass.L2': 'Pass second left',
  'pass.R2': 'Pass second right',
  'pass.S': 'Pass to everyone',
  'pass.H': 'No passing',
  'side.L': 'on your left',
  'side.R': 'on your right',
  'side.A': 'across from you',
  'side.L2': 'second on your left',
  'side.R2': 'second on your right',
  'pass.ask': { one: 'Pass {n} card to {name}, {side}.', other: 'Pass {n} cards to {name}, {side}.' },
  'pass.scatter': {
    one: 'Pass {n} card to each opponent, {total} in all.',
    other: 'Pass {n} cards to each opponent, {total} in all.',
  },
  'pass.scatter.order': 'In the order you choose them: {list}.',
  'pass.more': { one: 'Choose {n} more', other: 'Choose {n} more' },
  'pass.fewer': { one: 'Take {n} back', other: 'Take {n} back' },
  'pass.go': 'Pass {cards} to {name}',
  'pass.go.scatter': 'Pass these {n}',
  'pass.sending': 'Passing…',
  'pass.waiting': 'Your cards are down. Waiting for {names}.',
  'pass.waiting.all': 'Your cards are down.',
  'pass.recall': 'Take back',
  'pass.tray': 'Cards to pass',
  'pass.full': { one: 'Only {n} card is passed. Tap it to take it back.', other: 'Only {n} cards are passed. Tap one to take it back.' },
  'pass.barred': 'The {card} may not be passed in these rules.',
  'pass.hold': 'Hand {n}. No passing this time.',
  'pass.given': 'From {name}',
  'pass.received': 'You received {cards} from {name}.',
  'pass.received.all': 'You received {cards}.',
  'pass.chosen': '{name} has chosen',

  // turn
  'title.pass': 'Choose cards to pass',
  'turn.you': 'Your turn',
  'turn.lead': 'Your turn. You lead.',
  'turn.first': 'Your turn. You lead with the {card}.',
  'turn.follow': 'Your turn. {suit} led.',
  'turn.other': '{name} to play',
  'turn.none': 'Nobody has to play now.',
  'turn.confirm': 'Tap the {card} again to play it.',
  'turn.paused': 'Paused',
  'card.barred': '{card}, not playable: {why}',
  'card.received': '{card}, from {name}',
  'card.received.all': '{card}, received',
  'card.pending': '{card}, being played',

  // why a card cannot be played: a short form for the card's name, a sentence for the player
  'why.must_follow_suit': 'follow {suit}',
  'why.points_on_first_trick': 'no points on the first trick',
  'why.hearts_not_broken': 'hearts are not broken',
  'why.queen_not_allowed': 'the queen must wait',
  'why.must_play_queen': 'the queen must be played',
  'why.opening_card': 'the {card} leads',
  'why.opening_suit': 'a club leads',
  'why.not_your_turn': 'not your turn',
  'why.other': 'not allowed now',
  'tell.must_follow_suit': 'You must follow {suit}.',
  'tell.points_on_first_trick': 'No points on the first trick while you hold anything else.',
  'tell.hearts_not_broken': 'Hearts are not broken yet, so they cannot be led.',
  'tell.queen_not_allowed': 'The queen of spades must wait in these rules.',
  'tell.must_play_queen': 'In these rules the queen of spades must be played now.',
  'tell.opening_card': 'The {card} leads the first trick.',
  'tell.opening_suit': 'A club leads the first trick.',
  'tell.not_your_turn': 'It is {name}’s turn.',
  'tell.nobody': 'No card can be played just now.',
  'tell.other': 'That card is not allowed now.',
  'tell.stale': 'The table had already moved on.',

  // speech
  'say.plays': '{name} plays {card}.',
  'say.takes': { zero: '{name} takes the trick.', one: '{name} takes the trick, {n} point.', other: '{name} takes the trick, {n} points.' },
  'say.you.take': { one: 'You take the trick, {n} point.', other: 'You take the trick, {n} points.' },
  'say.takes.none': '{name} takes the trick.',
  'say.you.take.none': 'You take the trick.',
  'say.hand': 'Hand {n}.',
  'say.scores': 'Hand {n} is over. {list}.',
  'say.score': '{name} {points}, total {total}',
  'say.trick.empty': 'No card has been played to this trick yet.',
  'say.trick': 'In the trick: {list}.',
  'say.trick.card': '{name} {card}',
  'say.last': 'Last trick: {list}. {winner} took it.',
  'say.last.none': 'No trick has been taken in this hand yet.',
  'say.turn.you': 'It is your turn.',
  'say.turn.other': 'It is {name}’s turn.',
  'say.broken': 'Hearts are broken.',
  'say.no_suit': 'No {suit} in hand.',
  'say.unbroken': 'Hearts are not broken.',

  // plates
  'plate.score': 'Score {n}',
  'plate.cards': { one: '{n} card', other: '{n} cards' },
  'plate.dealer': 'Dealer',
  'plate.bot': 'Bot',
  'plate.away': 'Away',
  'points.this': 'Points this hand',
  'points.hide': 'Hide',
  'hand.label': 'Your hand',
  'trick.label': 'Trick',
  'trick.winning': 'takes it',
  'trick.leads': 'led',
  'opponents.label': 'Opponents',

  // moments
  'moment.broken': 'Hearts are broken.',
  'moment.queen.you': 'The queen is yours.',
  'moment.queen': '{name} gets the queen.',
  'moment.moon': '{name} shot the moon!',
  'moment.moon.you': 'You shot the moon!',
  'moment.sun': '{name} shot the sun!',
  'moment.sun.you': 'You shot the sun!',
  'moment.moon.others': 'Everyone else takes {n}.',
  'moment.moon.self': '{n} come off {name}’s score.',
  'moment.moon.self.you': '{n} come off your score.',
  'moment.redeal': '{name} holds nothing but penalty cards.',
  'moment.redeal.you': 'You hold nothing but penalty cards.',
  'moment.redeal.more': 'Hand {n} is dealt again. Nothing is scored.',
  'moment.overtime': 'Overtime',
  'moment.overtime.more': '{names} share the lowest score. Another hand decides.',
  'moment.hold': 'No passing',
  'moment.hold.more': 'Hand {n} is played with the cards as dealt.',

  // trick done, deal done, over
  'go.trick': 'Next trick',
  'go.deal': 'Next hand',
  'go.redeal': 'Deal again',
  'over.won': 'You won',
  'over.shared.you': 'You share the win',
  'over.lost': '{name} won',
  'over.shared': '{names} share the win',

  // moon choice
  'choice.wait': '{name} shot the moon and decides how it scores.',

  // sheets
  last: 'Last trick',
  scores: 'Scores',
  speed: 'Speed',
  pause: 'Pause',
  resume: 'Go on',
  paused: 'Paused',
  'paused.more': 'The table waits for you. Nothing is lost.',

  'fault.title': 'The table cannot be drawn',
  'fault.text': 'Something went wrong on this page, not in the match: it is saved on the server, card for card.',
  'fault.reload': 'Load the page again',
  'sheets.unreachable': 'This sheet did not arrive. Try again in a moment.',

  // connection
  'link.label': 'Connection',
  'link.connecting': 'Taking your seat…',
  'link.lost': 'Connection lost. Your cards are safe; reconnecting…',
  'link.lost.in': { one: 'Connection lost. Your cards are safe; next try in {n} second.', other: 'Connection lost. Your cards are safe; next try in {n} seconds.' },
  'link.now': 'Try now',
  'link.back': 'Connected again.',
  'link.moved': 'This table has moved to another tab.',
  'link.moved.more': 'You can watch here, or play here again.',
  'link.take': 'Take it back',

} as const satisfies Record<string, Message>;

export type Word = keyof typeof words;

export function w(key: Word, values?: Values): string {
  return fill(words[key], values);
}

/** "Mira", "Mira and Otto", "Mira, Otto and Jun". */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(items);
}

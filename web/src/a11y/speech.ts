/** What is said aloud when the table changes: other people's moves, the viewer's turn, results. Never the viewer's own key press. */
import type { TableEvent, View } from '../net/types';
import { suitOf } from '../state/sort';
import { capital, cardList, cardName, number, seatName, suitName } from '../table/names';
import { passQuestion } from '../table/passing';
import { listOf, w, type Word } from '../table/words';

export function sayTurn(view: View): string {
  if (view.phase !== 'playing' || view.seat === null || view.turn !== view.seat) return '';
  if (view.trick.cards.length > 0 && view.trick.winner === null) {
    return w('turn.follow', { suit: w(`Suit.${suitOf(view.trick.cards[0] ?? '')}` as Word) });
  }
  const only = view.ply === 0 && view.legal.length === 1 ? view.legal[0] : undefined;
  return only ? w('turn.first', { card: cardName(only) }) : w('turn.lead');
}

/** The sentences for one update, in order. */
export function speechFor(before: View | null, view: View, events: readonly TableEvent[]): string[] {
  const me = view.seat;
  const said: string[] = [];
  const out = events.some((event) => event.kind === 'played_out');
  for (const event of events) {
    if (out && (event.kind === 'played' || event.kind === 'trick_taken')) continue; // too much to listen to
    switch (event.kind) {
      case 'played_out':
        said.push(event.seat === null ? w('say.played_out') : w('say.claimed', { name: seatName(view, event.seat) }));
        break;
      case 'taken_back':
        said.push(w('say.taken_back', { name: seatName(view, event.seat), card: cardName(event.card) }));
        break;
      case 'played':
        if (event.seat !== me) {
          said.push(w('say.plays', { name: seatName(view, event.seat), card: cardName(event.card) }));
        }
        break;
      case 'hearts_broken':
        said.push(w('say.broken'));
        break;
      case 'trick_taken':
        said.push(sayTaken(before, view, event.winner));
        break;
      case 'dealt':
        said.push(w('say.hand', { n: event.deal }));
        break;
      case 'exchanged':
        if (event.received.length > 0) said.push(sayReceived(view, event.received, event.from));
        break;
      case 'moon': {
        const kind = event.sun ? 'sun' : 'moon';
        said.push(event.seat === me ? w(`moment.${kind}.you`) : w(`moment.${kind}`, { name: seatName(view, event.seat) }));
        break;
      }
      case 'redeal':
        said.push(
          event.seat === me ? w('moment.redeal.you') : w('moment.redeal', { name: seatName(view, event.seat) }),
          w('moment.redeal.more', { n: view.deal }),
        );
        break;
      case 'deal_scored':
        said.push(sayScores(view, event.deal, event.points, event.totals));
        break;
      case 'overtime':
        said.push(w('moment.overtime.more', { names: listOf(event.tied.map((seat) => seatName(view, seat))) }));
        break;
      case 'over':
        said.push(`${resultLine(view, event.winners)}.`);
        break;
    }
  }
  const dealt = events.some((event) => event.kind === 'dealt') || before === null;
  if (view.phase === 'passing' && dealt) said.push(...passQuestion(view));
  else if (view.direction === 'H' && view.phase === 'playing' && view.ply === 0 && dealt) {
    said.push(w('pass.hold', { n: view.deal }));
  }
  const turnIsNew = before === null || before.turn !== view.turn || before.ply !== view.ply || before.phase !== view.phase;
  if (turnIsNew) said.push(sayTurn(view));
  return said.filter((sentence) => sentence !== '');
}

function sayTaken(before: View | null, view: View, winner: number): string {
  const sum = (of: View | null): number => of?.points[winner] ?? 0;
  const n = before && before.deal === view.deal ? sum(view) - sum(before) : sum(view);
  if (winner === view.seat) return n === 0 ? w('say.you.take.none') : w('say.you.take', { n });
  const name = seatName(view, winner);
  return n === 0 ? w('say.takes.none', { name }) : w('say.takes', { name, n });
}

export function sayReceived(view: View, cards: readonly string[], from: number | null): string {
  const list = cardList(cards);
  return from === null
    ? w('pass.received.all', { cards: list })
    : w('pass.received', { cards: list, name: seatName(view, from) });
}

function sayScores(view: View, deal: number, points: readonly number[], totals: readonly number[]): string {
  const list = points.map((value, seat) =>
    w('say.score', { name: seatName(view, seat), points: number(value), total: number(totals[seat] ?? 0) }),
  );
  return w('say.scores', { n: deal, list: list.join('; ') });
}

/** "You won", "Mira won", "Mira and Otto share the win". */
export function resultLine(view: View, winners: readonly number[]): string {
  const mine = view.seat !== null && winners.includes(view.seat);
  if (winners.length > 1) {
    return mine ? w('over.shared.you') : w('over.shared', { names: listOf(winners.map((s) => seatName(view, s))) });
  }
  return mine ? w('over.won') : w('over.lost', { name: seatName(view, winners[0] ?? 0) });
}

export function sayTrick(view: View): string {
  const { leader, cards } = view.trick;
  if (cards.length === 0) return w('say.trick.empty');
  return w('say.trick', { list: trickList(view, leader, cards) });
}

export function sayLast(view: View): string {
  const last = view.last_trick;
  if (!last || last.winner === null) return w('say.last.none');
  return w('say.last', { list: trickList(view, last.leader, last.cards), winner: seatName(view, last.winner) });
}

function trickList(view: View, leader: number, cards: readonly string[]): string {
  const n = view.players.length;
  return cards
    .map((card, i) => w('say.trick.card', { name: seatName(view, (leader + i) % n), card: cardName(card) }))
    .join(', ');
}

export function sayWhoseTurn(view: View): string {
  if (view.paused) return w('turn.paused');
  if (view.phase === 'passing') return passQuestion(view).join(' ');
  if (view.turn === null) return w('turn.none');
  return view.turn === view.seat
    ? sayTurn(view) || w('say.turn.you')
    : w('say.turn.other', { name: seatName(view, view.turn) });
}

export const sayBroken = (view: View): string => (view.broken ? w('say.broken') : w('say.unbroken'));

export const ledSuit = (view: View): string => capital(suitName(suitOf(view.trick.cards[0] ?? '')));

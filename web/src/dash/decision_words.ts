// Cells that lists of decisions share.
import { h } from '../dom.ts';
import { brief, pretty } from '../format.ts';
import { sharesOf } from './decision_row.ts';
import { armWords, percent } from './span.ts';
import type { Decision, State } from './wire.ts';

export function decisionHash(name: string, id: string): string {
  return `#/b/${encodeURIComponent(name)}/d/${encodeURIComponent(id)}`;
}

export function decisionPath(name: string, id: string): string {
  return `/v1/bandits/${encodeURIComponent(name)}/decisions/${encodeURIComponent(id)}`;
}

/** What was decided, in a few letters: the arm, or the point. */
export function playedWords({ arm, action }: Decision): string {
  if (arm !== undefined) return armWords(arm);
  const some = (action ?? []).slice(0, 4).map((value) => pretty(value, 3));
  return `(${some.join(', ')}${(action?.length ?? 0) > 4 ? ',\u00a0…' : ''})`;
}

/** The arm, or the point, and how likely it was. A point has one line after another where there is little room: all of them begin alike. */
export function playedCell(decision: Decision): HTMLElement {
  const { arm, probability } = decision;
  const words = playedWords(decision);
  return h('td', { class: 'left played' }, h('span', { class: arm === undefined ? 'point' : 'arm', title: words }, words),
    probability !== undefined && h('small', { title: String(probability) }, percent(probability)));
}

/** "reward 1", "loss 0.25"; nothing while it is open or if it was dropped. Of silence: what the terms say that it is. */
export function outcomeWords({ outcome, status }: Decision, terms: Pick<State, 'on_expiry'> | null): string {
  const silence = terms?.on_expiry;
  if (status === 'expired' && outcome?.loss !== undefined && typeof silence === 'object' && 'reward' in silence) return `reward ${short(silence.reward)}`;
  if (outcome?.reward !== undefined) return `reward ${short(outcome.reward)}`;
  return outcome?.loss !== undefined ? `loss ${short(outcome.loss)}` : '';
}

function short(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : brief(value);
}

export const kStatusWords: Record<Decision['status'], string> = {
  open: 'no outcome yet',
  settled: 'told, and counted',
  skipped: 'told, and counted with estimate 0',
  stale: 'given up by the agent, because it was old',
  dropped: 'dropped: its outcome will not come',
  expired: 'expired before its outcome came',
};

const kMarks: Record<Decision['status'], string> = { open: 'quiet', settled: 'ok', skipped: 'ok', stale: 'warn', dropped: 'warn', expired: 'warn' };

export function statusMark(status: Decision['status']): HTMLElement {
  return h('span', { class: `badge ${kMarks[status]}`, title: kStatusWords[status] }, status);
}

/** Who paid, as a tiny bar. */
export function paidBar(decision: Decision): HTMLElement | null {
  const shares = sharesOf(decision.statement);
  if (!shares) return null;
  const parts = [
    ['savings', shares.savings, 'savings'],
    ['pool', shares.pool, 'pool'],
    ['loan', shares.borrowed, 'borrowed'],
  ] as const;
  const words = parts.filter(([, share]) => share > 0).map(([, share, name]) => `${name} ${percent(share)}`).join(', ');
  const bar = h('span', { class: 'paid', role: 'img', 'aria-label': words, title: words });
  for (const [name, share] of parts) {
    if (!(share > 0)) continue;
    const piece = h('i', { class: name });
    piece.style.flexGrow = String(share);
    bar.append(piece);
  }
  return bar;
}

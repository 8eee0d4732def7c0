// The certificate as a reader can take it: in the units of the losses, and beside what no regret exceeds anyway.
import { pretty } from '../format.ts';
import { many } from './close_words.ts';
import type { State } from './wire.ts';

type Bounded = Pick<State, 'certificate' | 'loss_range' | 'point' | 'rounds' | 'settled' | 'skipped' | 'spec' | 'stale' | 'told'>;

const kMeaning = 'The regret so far on the estimated losses of what was told is at most this. Open and dropped decisions come on top. ' +
  'It is a bound on the worst case, no forecast.';

/** What one of its units is in losses: agents of arms see a range as [0, 1], linear ones as [-1, 1], and losses of any size as they are. */
export function lossUnit({ loss_range, point, spec }: Pick<Bounded, 'loss_range' | 'point' | 'spec'>): number {
  if (!loss_range) return 1;
  const linear = point !== null || 'body' in spec || 'actions' in spec;
  return (loss_range[1] - loss_range[0]) / (linear ? 2 : 1);
}

/** Null as long as nothing was told, nor silence counted: there is no regret to bound. */
export function certified(certificate: number | null, told: number, outcomes: number, unit: number): number | null {
  return certificate === null || told + outcomes === 0 ? null : certificate * unit;
}

/** What the number says, and whether it says anything yet. */
export function certificateWords(state: Bounded): string {
  const { certificate, loss_range, rounds, told } = state;
  const bound = certified(certificate, told, state.settled + state.skipped + state.stale, lossUnit(state));
  if (bound === null) return 'Nothing told yet: it bounds the regret on what was told.';
  const most = loss_range ? rounds * (loss_range[1] - loss_range[0]) : Infinity;
  if (bound <= most) return kMeaning;
  return `It says nothing yet: no regret of ${many(rounds, 'decision')} can be larger than ${pretty(most, 4)}. ${kMeaning}`;
}

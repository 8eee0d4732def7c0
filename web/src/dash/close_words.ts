// What closing a decision without its outcome means, under the terms of its bandit.
import { whole } from '../format.ts';
import type { State } from './wire.ts';

export type Terms = Pick<State, 'on_expiry' | 'late' | 'expire_after'>;

/** What silence is: of one decision, or of several. */
export function silenceWords({ on_expiry }: Pick<Terms, 'on_expiry'>, one = false): string {
  const dropped = one ? 'It is' : 'They are';
  if (on_expiry === 'drop') return `${dropped} dropped, and a drop counts as the best loss there is: where silence means failure, tell the loss instead.`;
  const [kind, value] = 'loss' in on_expiry ? ['loss', on_expiry.loss] : ['reward', on_expiry.reward];
  return `${one ? 'It' : 'Each of them'} counts as a ${kind} of ${value}.`;
}

/** What becomes of an outcome that comes after all. */
export function lateWords({ late }: Pick<Terms, 'late'>): string {
  return late === 'refuse' ? 'An outcome that comes later is refused.' : 'An outcome that comes later is ignored.';
}

export const kDropWords = 'A dropped decision counts as the best loss there is. Drop what was lost for reasons that have nothing to do with the ' +
  'arm; where silence means failure, tell the loss instead.';

export function many(count: number, one: string, more = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : more}`;
}

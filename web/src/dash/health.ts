// How a bandit is, in a word.
import { percent, spanOf } from './span.ts';
import type { Health } from './wire.ts';

export interface HealthMark {
  word: string;
  kind: 'ok' | 'warn' | 'bad' | 'quiet'; // a class of .badge
  why: string;
  rank: number; // the worst first
}

const kFull = 0.9; // of max_open
const kLong = 600; // seconds without an outcome that somebody should look at
const kManyStale = 0.1; // of the outcomes
const kEnough = 20; // outcomes, to speak of shares

/** `now` is the server's clock, in milliseconds. */
export function healthOf(bandit: Health, now: number): HealthMark {
  const { open, lapsed, max_open, asks_per_minute: asks, tells_per_minute: tells } = bandit;
  if (bandit.paused_at !== null) return { word: 'paused', kind: 'quiet', rank: 3, why: 'It makes no decisions. Outcomes are taken.' };
  if (open - lapsed >= kFull * max_open) {
    return { word: 'full', kind: 'bad', rank: 0, why: `${percent((open - lapsed) / max_open)} of max_open decisions are open: beyond it asks are refused.` };
  }
  const oldest = bandit.oldest_open_at === null ? 0 : (now - Date.parse(bandit.oldest_open_at)) / 1000;
  if (asks > 0 && tells === 0 && oldest >= kLong && open >= (asks * kLong) / 60) {
    return { word: 'no outcomes', kind: 'warn', rank: 1, why: `Decisions are made, but no outcomes come. The oldest waits for ${spanOf(oldest)}.` };
  }
  const heard = bandit.settled + bandit.skipped + bandit.stale;
  if (heard >= kEnough && bandit.stale >= kManyStale * heard) {
    return { word: 'stale', kind: 'warn', rank: 2, why: `${percent(bandit.stale / heard)} of the outcomes came so late that the agent had given up on them.` };
  }
  if (asks === 0 && tells === 0) {
    return { word: 'idle', kind: 'quiet', rank: 4, why: bandit.rounds === 0 ? 'Nobody has asked yet.' : 'Nothing happened in the last minute.' };
  }
  return { word: 'ok', kind: 'ok', rank: 5, why: 'Decisions and outcomes come in.' };
}

// How a bandit is, in a word.
import { whole } from '../format.ts';
import { percent, waitWords } from './span.ts';
import type { Health } from './wire.ts';

export interface HealthMark {
  word: string;
  kind: 'ok' | 'warn' | 'bad' | 'quiet'; // a class of .badge
  why: string;
  short: string; // the same beside the word; empty where the word says it all
  rank: number; // the worst first
}

/** What the words mean, the worst first. */
export const kHealthWords: readonly (readonly [word: string, meaning: string])[] = [
  ['full', 'nine tenths or more of max_open decisions are open. Beyond max_open asks are refused.'],
  ['no outcomes', 'decisions are made, and for ten minutes no outcome came.'],
  ['stale', 'a tenth or more of the outcomes came so late that the agent had given up on them.'],
  ['paused', 'it makes no decisions. Outcomes are taken.'],
  ['idle', 'nothing happened in the last minute.'],
  ['ok', 'decisions or outcomes came in the last minute, and nothing is amiss.'],
];

const kFull = 0.9; // of max_open
const kLong = 600; // seconds without an outcome that somebody should look at
const kManyStale = 0.1; // of the outcomes
const kEnough = 20; // outcomes, to speak of shares

/** `now` is the server's clock, in milliseconds. */
export function healthOf(bandit: Health, now: number): HealthMark {
  const { open, lapsed, max_open, asks_per_minute: asks, tells_per_minute: tells } = bandit;
  if (bandit.paused_at !== null) return { word: 'paused', kind: 'quiet', rank: 3, short: '', why: 'It makes no decisions. Outcomes are taken.' };
  if (open - lapsed >= kFull * max_open) {
    const part = percent((open - lapsed) / max_open);
    return {
      word: 'full', kind: 'bad', rank: 0, short: `${part} of max_open`,
      why: `${part} of max_open, ${whole(max_open)} decisions, are open: beyond it asks are refused.`,
    };
  }
  const oldest = bandit.oldest_open_at === null ? 0 : (now - Date.parse(bandit.oldest_open_at)) / 1000;
  if (asks > 0 && tells === 0 && oldest >= kLong && open >= (asks * kLong) / 60) {
    return {
      word: 'no outcomes', kind: 'warn', rank: 1, short: '',
      why: `Decisions are made, but no outcomes come. The oldest waits for ${waitWords(oldest)}.`,
    };
  }
  const heard = bandit.settled + bandit.skipped + bandit.stale;
  if (heard >= kEnough && bandit.stale >= kManyStale * heard) {
    const part = percent(bandit.stale / heard);
    return {
      word: 'stale', kind: 'warn', rank: 2, short: `${part} too late`,
      why: `${part} of the outcomes came so late that the agent had given up on them.`,
    };
  }
  if (asks === 0 && tells === 0) {
    return { word: 'idle', kind: 'quiet', rank: 4, short: '', why: bandit.rounds === 0 ? 'Nobody has asked yet.' : 'Nothing happened in the last minute.' };
  }
  return { word: 'ok', kind: 'ok', rank: 5, short: '', why: okWords(asks, tells) };
}

function okWords(asks: number, tells: number): string {
  if (tells === 0) return 'Decisions are made. No outcome came in the last minute.';
  return asks === 0 ? 'Outcomes come in. No decision was made in the last minute.' : 'Decisions and outcomes come in.';
}

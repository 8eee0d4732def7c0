// What the page makes of a server that is away, and of tokens.
import { expect, test } from 'vitest';
import { isFinal, waitAfter } from '../src/dash/listen.ts';
import { together } from '../src/dash/status.ts';
import { cleaned } from '../src/dash/token.ts';

test('waits grow from half a second to ten', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 2000].map(waitAfter)).toEqual([500, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
});

test('who is refused does not try again; who comes at a bad time does', () => {
  expect([400, 401, 403, 404, 405].map(isFinal)).toEqual([true, true, true, true, true]);
  expect([0, 200, 408, 429, 500, 503].map(isFinal)).toEqual([false, false, false, false, false, false]);
});

test('of all streams the worst counts', () => {
  expect(together([])).toBe(null);
  expect(together(['open', 'open'])).toBe('open');
  expect(together(['open', 'waiting'])).toBe('waiting');
  expect(together(['open', 'closed'])).toBe('closed');
  expect(together(['waiting', 'lost', 'open'])).toBe('lost');
});

test('a token may come with what was copied around it', () => {
  expect(cleaned('  abc-DEF_1\n')).toBe('abc-DEF_1');
  expect(cleaned('Bearer abc')).toBe('abc');
  for (const wrong of ['', '   ', 'a b', 'tökn', 'a\nb']) expect(cleaned(wrong)).toBe(null);
});

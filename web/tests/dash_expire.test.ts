import { expect, test } from 'vitest';
import { expireAll, type Expired } from '../src/dash/expire_old.ts';

async function run(answers: (Expired | Error)[]): Promise<{ counts: number[]; left: number; thrown: unknown }> {
  const counts: number[] = [];
  const request = async (): Promise<Expired> => {
    const next = answers.shift();
    if (next instanceof Error || !next) throw next ?? new Error('asked too often');
    return next;
  };
  const thrown: unknown = await expireAll(request, (count) => counts.push(count)).then(() => null, (error: unknown) => error);
  return { counts, left: answers.length, thrown };
}

test('expiry goes on as long as there are more', async () => {
  const answers = [{ expired: 10_000, more: true }, { expired: 10_000, more: true }, { expired: 17, more: false }, { expired: 1, more: false }];
  expect(await run(answers)).toEqual({ counts: [10_000, 10_000, 17], left: 1, thrown: null });
});

test('expiry of nothing is one request', async () => {
  expect(await run([{ expired: 0, more: false }])).toEqual({ counts: [0], left: 0, thrown: null });
});

test('expiry ends where nothing can be closed, whatever the server says', async () => {
  expect(await run([{ expired: 3, more: true }, { expired: 0, more: true }])).toEqual({ counts: [3, 0], left: 0, thrown: null });
});

test('what was closed before a failure is known', async () => {
  const gone = new Error('The server does not answer.');
  expect(await run([{ expired: 10_000, more: true }, gone])).toEqual({ counts: [10_000], left: 0, thrown: gone });
});

test('expiry stops when its page was left', async () => {
  let requests = 0;
  const request = async (): Promise<Expired> => ({ expired: ++requests, more: true });
  expect(await expireAll(request, () => {}, () => requests < 3)).toBe(false);
  expect(requests).toBe(3);
});

// Addresses inside of the page.
import { expect, test } from 'vitest';
import { banditHash, parseRoute } from '../src/dash/route.ts';

test.each(['', '#', '#/', '#/?sort=-open'])('%j is the list', (hash) => {
  expect(parseRoute(hash).page).toBe('list');
});

test('the list has a query', () => {
  const route = parseRoute('#/?sort=-open&find=a%20b%3F');
  expect(route.page === 'list' && Object.fromEntries(route.query)).toEqual({ sort: '-open', find: 'a b?' });
});

test('pages with names', () => {
  expect(parseRoute('#/new')).toEqual({ page: 'new' });
  expect(parseRoute('#/b/ads')).toEqual({ page: 'bandit', name: 'ads' });
  expect(parseRoute('#/b/ads?range=hour')).toEqual({ page: 'bandit', name: 'ads' });
  expect(parseRoute('#/b/ads/d/visit%204711')).toEqual({ page: 'decision', name: 'ads', id: 'visit 4711' });
});

test.each(['a/b', '50 %', 'ü?', '?', '#', '..', '0'])('any name comes back: %j', (name) => {
  expect(parseRoute(banditHash(name))).toEqual({ page: 'bandit', name });
  expect(parseRoute(`${banditHash('x')}/d/${encodeURIComponent(name)}`)).toEqual({ page: 'decision', name: 'x', id: name });
});

test.each(['#/b', '#/b/', '#/c/ads', '#/new/more', '#/b/ads/d', '#/b/ads/x/y', '#/b/ads/d/r1/more', '#/b/%E0%A4%A'])('%j is no page', (hash) => {
  expect(parseRoute(hash).page).toBe('unknown');
});

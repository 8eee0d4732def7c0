// A server that is killed and comes back: the page says so, and goes on by itself.
import { expect, test } from 'vitest';
import { both, live, make, play, visit, type Visited } from './dash_page.ts';

const tools = both(async (server) => {
  await make(server, { name: 'ads' });
  await play(server, 'ads', 30, 3);
});

test('killed and started again: a banner comes and goes, nothing is reloaded or lost', async () => {
  const [bandit, list] = await Promise.all(['#/b/ads', '#/'].map((hash) => visit(tools.browser, tools.server, hash))) as [Visited, Visited];
  await live(bandit.page);
  await list.page.getByRole('link', { name: 'ads', exact: true }).waitFor();
  await bandit.page.getByRole('link', { name: 'r30', exact: true }).first().waitFor();
  const both = [bandit, list];
  await tools.server.kill();
  for (const { page } of both) await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
  expect(await bandit.page.getByRole('link', { name: 'r30', exact: true }).first().isVisible()).toBe(true); // what was there stays
  await tools.server.restart();
  for (const { page } of both) await page.locator('.banner').waitFor({ state: 'hidden' });
  for (const { page } of both) await page.getByRole('status').filter({ hasText: /^live$/ }).waitFor();

  const { id } = await tools.server.post<{ id: string }>('/v1/bandits/ads/ask', { decision_id: 'after the kill' });
  await bandit.page.getByRole('region', { name: 'Latest decisions' }).getByRole('link', { name: id, exact: true }).waitFor();
  await list.page.getByRole('row').filter({ hasText: 'ads' }).getByText('31', { exact: true }).first().waitFor();
  for (const { loads, problems, close } of both) {
    expect(loads).toBe(1);
    expect(problems.filter((problem) => !/Failed to load resource|ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(problem))).toEqual([]);
    await close();
  }
});

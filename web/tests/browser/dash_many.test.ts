// A thousand bandits.
import { expect, test } from 'vitest';
import { both, kSoon, make, play, visit } from './dash_page.ts';

const kMany = 1000;
const tools = both(async (server) => {
  const names = Array.from({ length: kMany }, (_, i) => `bandit-${String(i).padStart(4, '0')}`);
  const work = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await make(server, { name, arms: 3 });
  };
  await Promise.all(Array.from({ length: 32 }, work));
});

test('are listed, found, and followed', async () => {
  const { page, problems, close } = await visit(tools.browser, tools.server);
  const rows = page.locator('table tbody tr');
  await rows.first().waitFor();
  await page.getByText(/1,000/).first().waitFor();
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) await more.click();
  expect(await rows.count()).toBe(kMany);

  await page.getByRole('searchbox').fill('bandit-07');
  await expect.poll(() => rows.count(), kSoon).toBe(100);
  await page.getByRole('searchbox').fill('bandit-0777');
  await expect.poll(() => rows.count(), kSoon).toBe(1);
  await play(tools.server, 'bandit-0777', 5);
  await rows.getByText('5', { exact: true }).first().waitFor();
  await page.getByRole('searchbox').fill('nobody');
  await expect.poll(() => rows.count(), kSoon).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

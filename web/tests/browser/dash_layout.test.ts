// Nothing leaves its place and all text can be read, on a phone and a desk, in light and dark, on every page.
import { expect, test } from 'vitest';
import { drawn } from './browser.ts';
import { faint, isDark } from './colors.ts';
import { both, go, kSoon, live, make, play, visit } from './dash_page.ts';
import { collisions, misfits, offCentre } from './layout.ts';

const kLong = 'a-name-as-long-as-they-come-'.repeat(4).slice(0, 100);
const kArm = 'an arm with a name that is longer than anybody needs, and then some more of it, to see what happens to it';

const tools = both(async (server) => {
  await make(server, { name: 'ads', expire_after: 3600, on_expiry: { reward: 0 } });
  await play(server, 'ads', 300, 30);
  await make(server, { name: kLong, agent: 'banker-tinf', arms: [kArm, ...Array.from({ length: 20 }, (_, i) => `arm number ${i}`)] });
  await play(server, kLong, 100, 10);
  await play(server, kLong, 100, 10);
  await make(server, { name: 'body', agent: 'banker-bolo', arms: undefined, body: { type: 'ball', dimension: 3, radius: 1 } });
  await server.post('/v1/bandits/body/ask', { count: 5 });
  await make(server, { name: 'plain', agent: 'delayed-thompson', arms: 2 });
  await play(server, 'plain', 30, 2);
  await make(server, { name: 'huge', agent: 'banker-scale-free', arms: 2 });
  for (const open of [0, 5]) {
    const { decisions } = await server.post<{ decisions: { id: string }[] }>('/v1/bandits/huge/ask', { count: 30 });
    await server.post('/v1/bandits/huge/tell', { outcomes: decisions.slice(open).map(({ id }, i) => ({ id, loss: i % 5 === 0 ? 4e12 : -3e9 })) });
  }
  await make(server, { name: 'new' });
  await make(server, { name: 'halted' });
  await server.post('/v1/bandits/halted/pause');
});

const kBandits = ['#/b/ads', `#/b/${kLong}`, '#/b/body', '#/b/plain', '#/b/huge', '#/b/new', '#/b/halted'];
// And what is there when the server has answered.
const kOthers: Record<string, string> = {
  '#/': 'table tbody tr',
  '#/new': '.preview pre',
  '#/b/ads/d/r1': '.statement svg',
  [`#/b/${kLong}/d/r150`]: '.statement svg',
  '#/b/ads/d/r300': '.statement svg',
  '#/b/body/d/r1': '.statement svg',
  '#/b/plain/d/r1': '.statement .note',
  '#/b/huge/d/r40': '.statement svg',
  '#/b/ads/d/none': '.empty',
  '#/b/nobody': '.empty',
  '#/no-page': '.empty',
};

test.each([390, 1440])('all fits into %i pixels, and can be read', async (width) => {
  const { page, problems, close } = await visit(tools.browser, tools.server, '#/', { viewport: { width, height: 900 }, colorScheme: 'light' });
  const faults: string[] = [];
  const look = async (hash: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.evaluate(isDark), kSoon).toBe(colorScheme === 'dark');
      const fits = [...(await page.evaluate(collisions)), ...(await page.evaluate(misfits)), ...(await page.evaluate(offCentre))];
      const found = [...fits, ...(await page.evaluate(faint, 5))];
      faults.push(...found.map((fault) => `${hash.slice(0, 20)} ${colorScheme}: ${fault}`));
    }
  };
  for (const [hash, there] of Object.entries(kOthers)) {
    await go(page, hash);
    await page.locator(there).first().waitFor();
    await look(hash);
  }
  for (const hash of kBandits) {
    await go(page, hash);
    await live(page);
    await drawn(page);
    await look(hash);
  }
  expect(faults).toEqual([]);
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  await close();
});

test.each([390, 1440])('dialogs fit into %i pixels, and can be read', async (width) => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/ads', { viewport: { width, height: 900 } });
  await live(page);
  for (const name of ['Pause …', 'Delete …', 'Expire old …']) {
    await page.getByRole('button', { name, exact: true }).click();
    const box = (await page.getByRole('dialog').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(misfits)).toEqual([]);
    expect(await page.evaluate(offCentre)).toEqual([]);
    expect(await page.evaluate(faint, 5)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await close();
});

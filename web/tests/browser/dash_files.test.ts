// What a reader takes along: commands that work, a log that replays, a page that opens without a server.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn, open } from './browser.ts';
import { both, live, make, play, visit } from './dash_page.ts';
import { kProgram } from './server.ts';

const kNasty = ['<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>', '<!-- <script> -->', 'café "quoted" & more'];
const run = promisify(execFile);

const tools = both(async (server) => {
  await make(server, { name: 'ads' });
  await play(server, 'ads', 200, 10);
  await make(server, { name: 'nasty', agent: 'banker-tinf', arms: kNasty });
  await play(server, 'nasty', 60, 5);
});

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
  const file = join(tools.server.folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

test('the command of the form makes the bandit', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/new');
  await page.getByLabel('Name', { exact: true }).fill('by-hand');
  await page.getByLabel('Arms').fill("it's\n\"b\"\n$HOME `c`");
  await run('sh', ['-c', await page.locator('.preview pre').innerText()]);
  const { spec } = await tools.server.get<{ spec: { arms: string[] } }>('/v1/bandits/by-hand');
  expect(spec.arms).toEqual(["it's", '"b"', '$HOME `c`']);
  await close();
});

test('the log replays', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/ads');
  await live(page);
  const file = await saved(page, 'Download log');
  expect(file).toMatch(/ads\.jsonl$/);
  const asks = readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('{"ask"')).length;
  expect(asks).toBeGreaterThanOrEqual(200);
  const { stdout } = await run(kProgram, ['replay', file], { maxBuffer: 1 << 26 });
  expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(asks);
  await close();
});

test.each(['ads', 'nasty'])('the saved page of %s opens without a server', async (name) => {
  const visited = await visit(tools.browser, tools.server, `#/b/${name}`);
  await live(visited.page);
  const file = await saved(visited.page, 'Save report');
  expect(file).toMatch(new RegExp(`${name}\\.html$`));
  await visited.close();

  const { page, problems, requests, close } = await open(tools.browser, file, { offline: true });
  expect(await page.locator('h1').innerText()).toContain(name);
  expect((await drawn(page)).length).toBeGreaterThanOrEqual(3);
  expect(await page.getByRole('region', { name: 'Latest decisions' }).getByRole('row').count()).toBeGreaterThan(40);
  if (name === 'nasty') for (const arm of kNasty) await page.getByText(arm, { exact: true }).first().waitFor({ state: 'attached' });
  for (const act of ['Pause …', 'Delete …', 'Expire old …', 'Save report']) expect(await page.getByRole('button', { name: act }).count()).toBe(0);
  expect(requests).toHaveLength(1);
  expect(problems).toEqual([]);
  await close();
});

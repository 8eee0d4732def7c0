// A report is one file: it asks for nothing else, with a network or without.
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, launch, open } from './browser.ts';
import { write, type Written } from './program.ts';
import { kDemo } from './studies.ts';

let browser: Browser;
let demo: Written;
beforeAll(async () => {
  demo = write(kDemo);
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  demo.remove();
});

test.each([['with a network', false], ['without one', true]])('the page opens %s', async (_, offline) => {
  const { page, problems, requests, close } = await open(browser, demo.page, { offline });
  expect((await drawn(page)).length).toBeGreaterThan(8);
  expect(requests).toEqual([String(pathToFileURL(demo.page))]);
  expect(problems).toEqual([]);
  expect(await page.title()).toContain(demo.report.title);
  expect(await page.locator('h1').innerText()).toBe(demo.report.title);
  await close();
});

test('what is missing or damaged is said', async () => {
  const { page, problems, close } = await open(browser, demo.page);
  const said = async (html: string) => {
    await page.setContent(html);
    return page.locator('[role=alert]').innerText();
  };
  expect(await said(demo.html.replace(demo.json, '{"format":2}'))).toContain('format 2');
  expect(await said(demo.html.replace(demo.json, demo.json.slice(0, 1000)))).toContain('damaged');
  expect(problems).toEqual([]);
  await close();
});

// A report is one file: it asks for nothing else, with a network or without.
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { drawn, open, together } from './browser.ts';
import { kDemo } from './studies.ts';

const tools = together(kDemo);

test.each([['with a network', false], ['without one', true]])('the page opens %s', async (_, offline) => {
  const { page, problems, requests, close } = await open(tools.browser, tools.written.page, { offline });
  expect((await drawn(page)).length).toBeGreaterThan(8);
  expect(requests).toEqual([String(pathToFileURL(tools.written.page))]);
  expect(problems).toEqual([]);
  expect(await page.title()).toContain(tools.written.report.title);
  expect(await page.locator('h1').innerText()).toBe(tools.written.report.title);
  await close();
});

test('what is missing or damaged is said', async () => {
  const { page, problems, close } = await open(tools.browser, tools.written.page);
  const said = async (html: string) => {
    await page.setContent(html);
    return page.locator('[role=alert]').innerText();
  };
  expect(await said(tools.written.html.replace(tools.written.json, '{"format":2}'))).toContain('format 2');
  expect(await said(tools.written.html.replace(tools.written.json, tools.written.json.slice(0, 1000)))).toContain('damaged');
  expect(problems).toEqual([]);
  await close();
});

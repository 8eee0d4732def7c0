import { h } from './dom.ts';
import { page } from './page/page.ts';
import { shown } from './page/words.ts';
import type { Report } from './wire.ts';

/** The report of the page, or a sentence why there is none. */
function read(): Report | string {
  const text = document.getElementById('report')?.textContent ?? '';
  try {
    const report = JSON.parse(text) as Report;
    if (report?.format === 1) return report;
    return `This page can show reports of format 1; the data in it are of format ${JSON.stringify(report?.format) ?? 'unknown'}.`;
  } catch {
    return 'The data of this page cannot be read: the file is damaged or was never filled in.';
  }
}

const root = document.getElementById('page')!;
const report = read();
if (typeof report === 'string') {
  const where = 'The numbers may still be in the CSV and JSON files beside it.';
  root.replaceChildren(h('h1', {}, 'No report'), h('p', { role: 'alert' }, `${report} ${where}`));
} else {
  document.title = `${report.title} – banker`;
  const names = shown(report.agents.map(({ name }) => name));
  page(root, { ...report, agents: report.agents.map((agent, i) => ({ ...agent, name: names[i]! })) });
}
addEventListener('beforeprint', () => document.querySelectorAll('figure').forEach((figure) => figure.dispatchEvent(new Event('draw'))));

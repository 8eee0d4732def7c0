import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/wire.ts';

const kProgram = process.env['BANKER_PROGRAM'];
if (!kProgram) throw new Error('BANKER_PROGRAM must name the program: tools/web.sh browser PROGRAM');

/** A study that was run: its folder, and what the page is made of. */
export interface Written {
  folder: string;
  page: string;
  html: string;
  json: string;
  report: Report;
  results: unknown;
  table: string; // as the command line prints it
  remove: () => void;
}

export function write(study: object, ...options: string[]): Written {
  const folder = mkdtempSync(join(tmpdir(), 'banker-web-'));
  const file = join(folder, 'asked.json');
  const out = join(folder, 'out');
  writeFileSync(file, JSON.stringify(study));
  const table = execFileSync(kProgram!, ['run', file, '--out', out, ...options], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const page = join(out, 'index.html');
  const html = readFileSync(page, 'utf8');
  const mark = '<script id="report" type="application/json">';
  const begin = html.indexOf(mark) + mark.length;
  const json = html.slice(begin, html.indexOf('</script>', begin));
  return {
    folder: out,
    page,
    html,
    json,
    report: JSON.parse(json) as Report,
    results: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')),
    table,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../../src/wire.ts';

const kProgram = process.env['BANKER_PROGRAM'];
if (!kProgram) throw new Error('BANKER_PROGRAM must name the program: tools/web.sh browser PROGRAM');

const kAsText = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;

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

/** For tests, which stay able to answer meanwhile: vitest gives up a worker that is silent for a minute. */
export async function writing(study: object, ...options: string[]): Promise<Written> {
  const folder = asked(study);
  return found(folder, await running(...command(folder, options)));
}

/** At once, with nothing beside it. */
export function write(study: object, ...options: string[]): Written {
  const folder = asked(study);
  return found(folder, execFileSync(kProgram!, command(folder, options), kAsText));
}

/** What the program prints. */
export async function running(...words: string[]): Promise<string> {
  return (await promisify(execFile)(kProgram!, words, kAsText)).stdout;
}

function asked(study: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'banker-web-'));
  writeFileSync(join(folder, 'asked.json'), JSON.stringify(study));
  return folder;
}

function command(folder: string, options: readonly string[]): string[] {
  return ['run', join(folder, 'asked.json'), '--out', join(folder, 'out'), ...options];
}

function found(folder: string, table: string): Written {
  const out = join(folder, 'out');
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

// Studies with one of everything a page can show.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, writing, type Written } from './program.ts';

const kDemoFile = new URL('../../../examples/demo.json', import.meta.url);

export const kDemo = { ...(JSON.parse(readFileSync(kDemoFile, 'utf8')) as object), runs: 4, rounds: 5000 };

export const kSuite = {
  agents: ['uniform', 'banker', 'banker-tinf'],
  losses: 'bernoulli:gap=0.1',
  delays: ['none', 'fixed:10', 'geometric:20'],
  arms: [3, 5],
  rounds: 1200,
  runs: 3,
  share_of: 'uniform',
};

export const kOneRun = { agents: ['banker', 'banker-tinf', 'tsallis-inf'], delays: 'geometric:20', arms: 4, rounds: 1000, runs: 1 };

export const kLinear = { agents: ['banker-bolo', 'bolo'], losses: 'linear-fixed', delays: 'fixed:3', arms: 3, rounds: 300, runs: 2 };

const kFinished = 9; // of the 40 runs of the demo

/** The demo, as if it had been stopped. One thread: its runs then finish in the same order every time. */
export async function stopped(): Promise<Written> {
  const written = await writing(kDemo, '--threads', '1');
  const runs = join(written.folder, 'runs.jsonl');
  writeFileSync(runs, `${readFileSync(runs, 'utf8').split('\n').slice(0, kFinished).join('\n')}\n`);
  await running('report', written.folder);
  return written;
}

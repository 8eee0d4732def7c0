// A row of the list. Only what has changed is touched.
import { h, say } from '../dom.ts';
import { healthOf } from './health.ts';
import { kColumns } from './list_columns.ts';
import { banditHash } from './route.ts';
import { percent } from './span.ts';
import type { Health } from './wire.ts';

export interface Row {
  element: HTMLElement;
  show(bandit: Health, now: number): void;
}

export function row(name: string): Row {
  const badge = h('span', { class: 'badge' });
  const short = h('small', { class: 'why' });
  const arm = h('b', {});
  const likely = h('small', {});
  const bar = h('i', {});
  const leader = h('span', { class: 'leader' }, h('span', { class: 'share', 'aria-hidden': 'true' }, bar), likely, arm);
  const own: Record<string, HTMLElement> = { health: h('span', { class: 'health' }, badge, short), leader };
  const cells = kColumns.map(({ key, title, left }) => (key === 'name'
    ? h('th', { scope: 'row', class: 'left' }, h('a', { href: banditHash(name) }, name))
    : h('td', { class: left && 'left', 'data-label': title }, own[key])));
  const element = h('tr', {}, ...cells);
  const texts: string[] = [];

  function show(bandit: Health, now: number): void {
    kColumns.forEach(({ key, text }, i) => {
      if (key === 'name' || key === 'leader') return;
      if (key === 'health') return mark(bandit, now);
      const next = text(bandit, now);
      if (texts[i] === next) return;
      texts[i] = next;
      cells[i]!.textContent = next;
    });
    const words = bandit.leader ? `${bandit.leader.arm} ${bandit.leader.probability.toFixed(3)}` : '';
    if (words !== texts[kColumns.length]) lead(bandit, words);
    if (element.className !== (bandit.paused_at ? 'paused' : '')) element.className = bandit.paused_at ? 'paused' : '';
  }

  function mark(bandit: Health, now: number): void {
    const { word, kind, why, short: brief } = healthOf(bandit, now);
    if (badge.title !== why) badge.title = why;
    say(short, brief);
    if (badge.textContent === word) return;
    badge.className = `badge ${kind}`;
    badge.textContent = word;
  }

  function lead(bandit: Health, words: string): void {
    texts[kColumns.length] = words;
    const column = kColumns.find(({ key }) => key === 'leader')!;
    arm.textContent = arm.title = column.text(bandit, 0);
    likely.textContent = bandit.leader ? percent(bandit.leader.probability) : '';
    bar.style.width = `${100 * (bandit.leader?.probability ?? 0)}%`;
    leader.classList.toggle('none', !bandit.leader);
  }

  return { element, show };
}

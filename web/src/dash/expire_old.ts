// Closes all decisions that are older than a time, as silence would.
import { h, say, unique } from '../dom.ts';
import { lateWords, many, silenceWords } from './close_words.ts';
import type { Context } from './context.ts';
import { ask } from './dialog.ts';
import { inUnits, kUsualAge, olderWords, usualAge } from './expire_age.ts';
import { kUnits, readSpan } from './form.ts';
import type { State } from './wire.ts';

export interface Expired {
  expired: number;
  more: boolean; // a request closes some thousands at most
}

/** Again and again until there are no more, or none could be closed, or it shall not go on. Says the count of every request; what it throws ends it. */
export async function expireAll(
  request: () => Promise<Expired | null>, closed: (count: number) => void, going: () => boolean = () => true,
): Promise<boolean> {
  for (;;) {
    const answer = await request();
    closed(answer?.expired ?? 0);
    if (!answer?.more || answer.expired === 0) return true;
    if (!going()) return false;
  }
}

export async function expireOld(context: Context, path: string, last: () => State | null): Promise<void> {
  const state = last();
  const [first, of] = inUnits(state ? usualAge(state) : kUsualAge);
  const count = h('span', { class: 'note', id: unique() });
  const time = h('input', {
    type: 'number', min: 0, step: 'any', value: first, inputmode: 'decimal', autofocus: true, 'aria-label': 'Older than', 'aria-describedby': count.id,
  });
  const unit = h('select', { 'aria-label': 'Unit' }, ...kUnits.map(([name]) => h('option', { selected: name === of }, name)));
  const older = (): number | null => {
    if (time.validity.badInput || time.value === '') return null;
    const found = Number(time.value) === 0 ? { value: 0 } : readSpan(time.value, unit.value);
    return found && 'value' in found ? (found.value as number) : null;
  };
  const tell = (): void => {
    const now = last();
    if (now) say(count, olderWords(now, older(), Date.parse(now.at)));
  };
  tell();
  const timer = window.setInterval(tell, 1000); // they grow older, and others close
  let expired = 0;
  let all = false;
  const done = await ask({
    title: 'Expire old decisions',
    body: [
      h('p', {}, state ? `${many(state.open, 'decision is', 'decisions are')} open. ` : '', 'Those that are older than this are closed as silence:'),
      h('p', { class: 'beside', oninput: tell }, time, unit, count),
      h('p', { class: 'note' }, state ? `${silenceWords(state)} ${lateWords(state)}` : ''),
      h('p', { class: 'note' }, 'This cannot be taken back. 0 closes all that are open now.'),
    ],
    yes: 'Expire them',
    danger: true,
    ready: () => older() !== null,
    act: async (report, going) => void (all = await expireAll(
      () => context.client.post<Expired>(`${path}/expire`, { older_than: older() }),
      (closed) => {
        expired += closed;
        report(`${many(expired, 'decision')} so far …`);
      },
      going)),
  });
  clearInterval(timer);
  if (done && all) context.say(expired === 0 ? 'None was that old.' : `${many(expired, 'decision')} expired.`);
  else if (expired > 0) context.say(`${many(expired, 'decision')} expired before it stopped.`, 'problem');
}

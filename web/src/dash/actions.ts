// What can be done with a bandit: pause, expire what is old, go on by a newer rule, delete, and take its log or its page along.
import { h } from '../dom.ts';
import { many } from './close_words.ts';
import { wordsOf, type Context, type Panel } from './context.ts';
import { ask } from './dialog.ts';
import { expireOld } from './expire_old.ts';
import type { State } from './wire.ts';

/** `changed` is told at once what the server said yes to. */
export function actions(context: Context, name: string, changed: (paused_at: State['paused_at']) => void): Panel {
  const { client } = context;
  const path = `/v1/bandits/${encodeURIComponent(name)}`;
  let last: State | null = null;

  const pause = button('Pause …', () => (last?.paused_at == null ? askToPause() : busy(pause, () => set(false))));
  const expire = button('Expire old …', () => expireOld(context, path, () => last));
  const upgrade = button('Upgrade …', () => last && upgradeIt(context, name, path, last));
  const log = button('Download log', () => busy(log, () => client.save(`${path}/log`, `${name}.jsonl`)));
  const report = button('Save report', () => busy(report, () => client.save(`${path}/report`, `${name}.html`)));
  const remove = button('Delete …', () => removeIt(context, name, path, last));
  const element = h('div', { class: 'tools actions', role: 'group', 'aria-label': `What can be done with ${name}` }, pause, expire, upgrade, log, report, remove);
  remove.classList.add('danger');
  log.title = 'Every decision and outcome, for banker replay';
  report.title = 'This page as a file, to look at without a server';

  async function askToPause(): Promise<void> {
    const meaning = 'Whoever asks it is refused (409) until it is resumed. Outcomes are still taken, and open decisions still expire as before.';
    await ask({ title: `Pause ${name}?`, body: [h('p', {}, meaning)], yes: 'Pause', act: () => set(true) });
  }

  async function set(paused: boolean): Promise<void> {
    await client.post(`${path}/${paused ? 'pause' : 'resume'}`);
    if (last) {
      state({ ...last, paused_at: paused ? last.at : null });
      changed(last.paused_at);
    }
    context.say(paused ? `${name} is paused: it takes outcomes, and makes no new decisions.` : `${name} goes on.`);
  }

  /** Says what went wrong; one at a time. */
  async function busy(button: HTMLButtonElement, act: () => Promise<void>): Promise<void> {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
      await act();
    } catch (error) {
      context.say(wordsOf(error), 'problem');
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  function state(state: State): void {
    last = state;
    pause.textContent = state.paused_at === null ? 'Pause …' : 'Resume';
    pause.title = state.paused_at === null ? 'Refuse new decisions; outcomes are taken as before' : 'Make decisions again';
    pause.classList.toggle('primary', state.paused_at !== null);
    upgrade.hidden = state.rule >= state.newest_rule;
    if (document.activeElement !== expire) expire.disabled = state.open === 0;
  }
  return { element, state };
}

function button(name: string, onclick: () => unknown): HTMLButtonElement {
  return h('button', { type: 'button', onclick: () => void onclick() }, name);
}

/** The state that comes next says that it is done. */
async function upgradeIt(context: Context, name: string, path: string, state: State): Promise<void> {
  const { agent, rule, newest_rule } = state;
  const done = await ask({
    title: `Upgrade ${name} to rule ${newest_rule}?`,
    body: [
      h('p', {}, `It decides by rule ${rule} of ${agent}. From now on it learns by rule ${newest_rule}, from where it stands: the probabilities stay as they are, and open decisions are told as before.`),
      h('p', { class: 'note' }, 'This cannot be taken back: rules only go forward. Its log says when it was.'),
    ],
    yes: 'Upgrade',
    act: async () => void (await context.client.patch(path, { rule: newest_rule })),
  });
  if (done) context.say(`${name} goes on by rule ${newest_rule}.`);
}

async function removeIt(context: Context, name: string, path: string, state: State | null): Promise<void> {
  const plain = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };
  const typed = h('input', { type: 'text', id: 'delete-name', class: 'mono', autofocus: true, ...plain });
  const saved = h('span', { class: 'note', role: 'status' });
  const log = h('button', { type: 'button', onclick: () => void keep() }, 'Download its log first');
  async function keep(): Promise<void> {
    try {
      await context.client.save(`${path}/log`, `${name}.jsonl`);
      saved.textContent = `The download of ${name}.jsonl has begun.`;
    } catch (error) {
      saved.textContent = wordsOf(error);
    }
  }
  const told = state && state.settled + state.skipped + state.stale; // by people: silence is none, also where it counts
  const all = state && told !== null ? `${many(state.rounds, 'decision')}, ${many(told, 'outcome')}` : 'All decisions, all outcomes';
  const late = state && state.open > 0 ? `Outcomes of the ${many(state.open, 'open decision')} will be answered 404.` : '';
  const done = await ask({
    title: `Delete ${name}?`,
    body: [
      h('p', {}, `${all}, and what was learned from them, are thrown away, with the log. ${late}`),
      h('p', { class: 'beside' }, log, saved),
      h('label', { for: 'delete-name' }, 'Type ', h('code', {}, name), ' to delete it for good:'),
      typed,
    ],
    yes: 'Delete',
    danger: true,
    ready: () => typed.value.trim() === name,
    act: () => context.client.remove(path),
  });
  if (!done) return;
  context.say(`${name} is deleted.`);
  context.go('#/');
}

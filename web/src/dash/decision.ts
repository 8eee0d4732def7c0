// #/b/NAME/d/ID: a decision, what became of it, and its bank statement.
import { h } from '../dom.ts';
import { pretty, whole } from '../format.ts';
import { dropOne, expireOne } from './closing.ts';
import { complain, type Context, type View } from './context.ts';
import { decisionHash, decisionPath, kStatusWords, outcomeWords, playedWords, statusMark } from './decision_words.ts';
import { every } from './every.ts';
import { gone } from './gone.ts';
import { banditHash } from './route.ts';
import { between, oddsOf, spanOf } from './span.ts';
import { statementSection } from './statement_section.ts';
import { tellForm } from './tell_form.ts';
import type { Closed, Decision, FullStatement, State } from './wire.ts';

const kAgain = 2000; // milliseconds between two looks

export function decisionView(context: Context, name: string, id: string): View {
  const figures = h('dl', { class: 'figures' });
  const where = h('p', { class: 'note' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const status = h('span', { 'aria-live': 'polite' });
  const age = h('dd');
  const bank = statementSection(name);
  const tell = tellForm(context, name, id, () => reload.ask());
  const drop = h('button', { type: 'button', onclick: () => void close(dropOne) }, 'Drop …');
  const expire = h('button', { type: 'button', onclick: () => void close(expireOne) }, 'Expire …');
  const tools = h('div', { class: 'tools' }, drop, expire);
  const closing = h('section', { class: 'panel closing', hidden: true, 'aria-label': 'Close it' },
    h('div', { class: 'bar' }, h('h2', {}, 'Tell its outcome'), tools), tell.element);
  const crumbs = h('nav', { class: 'crumbs', 'aria-label': 'The way here' },
    ...(context.saved ? [] : [h('a', { href: '#/' }, 'Bandits'), ' / ']), h('a', { href: banditHash(name) }, name), ' / decision');
  const around = h('div', { class: 'tools' });
  const element = h('article', { class: 'decision' }, crumbs,
    h('div', { class: 'bar' }, h('div', { class: 'tools' }, h('h1', {}, id), status), around), where, trouble, figures, closing, bank.element);
  bank.element.hidden = true;
  let full: FullStatement | null = null;
  let state: State | null = context.saved?.state ?? null;
  let ahead = 0; // of the server's clock, in milliseconds

  const reload = every(kAgain, async () => {
    full = await context.client.get<FullStatement>(`${decisionPath(name, id)}/statement`);
    show();
  }, (error) => complain(trouble, error));

  async function close(act: (context: Context, name: string, decision: Decision, terms: State | null) => Promise<boolean>): Promise<void> {
    if (full && (await act(context, name, full.decision, state))) reload.ask();
  }

  function show(): void {
    if (!full) return;
    const { decision } = full;
    const open = decision.status === 'open';
    if (status.textContent !== decision.status) status.replaceChildren(statusMark(decision.status));
    where.replaceChildren(`Round ${whole(decision.round)}, asked `, h('time', { datetime: decision.at }, dateOf(decision.at)), `. ${words(full)}`);
    figures.replaceChildren(...figuresOf(full, age, state));
    closing.hidden = !open || context.saved !== null;
    const links = neighbours(name, decision, state);
    if (links.length !== around.children.length) around.replaceChildren(...links); // else they are the same
    if (decision.statement === null || state) {
      bank.element.hidden = false;
      bank.show(full, state !== null && isPooled(state.spec));
    }
    tick();
  }

  function tick(): void {
    if (!full) return;
    const { at, outcome } = full.decision;
    const now = context.saved ? Date.parse(context.saved.state.at) : Date.now() + ahead;
    const text = spanOf(between(at, outcome?.at ?? now));
    if (age.textContent !== text) age.textContent = text;
  }

  function event(kind: string, data: unknown): void {
    if (kind === 'delete') {
      stop();
      element.replaceChildren(crumbs, gone(`${name} was deleted`, 'Somebody did that just now, while this page was open. Its decisions are gone with it.'));
    } else if (kind === 'state') {
      const first = state === null;
      const moved = state?.rounds !== (data as State).rounds;
      state = data as State;
      ahead = Date.parse(state.at) - Date.now();
      tell.state(state);
      if (first) show();
      if (reload.failed || (!first && looksAgain(full, state, moved))) reload.ask();
    } else if (kind !== 'ask' && (data as Closed | null)?.id === full?.decision.id) {
      reload.ask();
    }
  }

  if (context.saved) {
    const kept = context.saved.decisions.find((one) => one.id === id || `r${one.round}` === id);
    if (kept) full = savedStatement(kept, context.saved.decisions);
    else where.textContent = 'It is not in this file, which has the latest decisions only.';
    show();
    return { element, title: `${id} · ${name}`, stop: () => bank.stop() };
  }
  reload.ask();
  const hang = context.client.listen(`/v1/live?bandit=${encodeURIComponent(name)}`, event, () => {});
  const timer = window.setInterval(tick, 1000);
  function stop(): void {
    hang();
    clearInterval(timer);
    reload.stop();
    bank.stop();
  }
  return { element, title: `${id} · ${name}`, stop };
}

/** Whether savings are one account, which does not say whose money it spends. */
export function isPooled(spec: Record<string, unknown>): boolean {
  const { agent, reserve, spending } = spec;
  return agent === 'banker' || agent === 'banker-scale-free' || spending === 'proportional' || (reserve !== undefined && reserve !== null);
}

/** Whether a state of the bandit is a reason to ask again: it may have been closed, or somebody may have spent what it left behind. */
export function looksAgain(full: FullStatement | null, state: State, moved: boolean): boolean {
  return full !== null && (full.decision.status === 'open' || (moved && unspent(full, state)));
}

function unspent(full: FullStatement, { spec }: State): boolean {
  const spent = full.spent.reduce((all, { amount }) => all + amount, 0);
  return full.returned !== null && !isPooled(spec) && full.looked_until === null && spent < full.returned * (1 - 1e-9);
}

/** What the file of a page knows of it. */
function savedStatement(decision: Decision, all: readonly Decision[]): FullStatement {
  const spent = all.flatMap(({ round, statement }) =>
    (statement?.payments ?? []).filter((payment) => payment.round === decision.round).map(({ amount }) => ({ round, amount })));
  const closed = decision.statement !== null && decision.status !== 'open';
  return { decision, returned: closed ? decision.statement!.scale : null, spent: spent.reverse(), looked_until: null };
}

function words({ decision }: FullStatement): string {
  const text = kStatusWords[decision.status];
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

function dateOf(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
}

function figuresOf({ decision }: FullStatement, age: HTMLElement, terms: State | null): HTMLElement[] {
  const { arm, action, probability, statement, status, outcome } = decision;
  const chance = (p: number): (string | HTMLElement)[] => [pretty(p, 4), ' ', h('small', {}, oddsOf(p))];
  return [
    figure('Played', h('dd', {}, playedWords(decision))),
    action !== undefined && arm !== undefined && figure('Action', h('dd', {}, playedWords({ ...decision, arm: undefined } as unknown as Decision))),
    probability !== undefined && figure('With probability', h('dd', {}, ...chance(probability))),
    statement && figure('Scale σ', h('dd', {}, pretty(statement.scale, 4))),
    figure('Outcome', h('dd', {}, outcomeWords(decision, terms) || (status === 'open' ? 'none yet' : 'none'))),
    figure(status === 'open' ? 'Waits for' : 'After', age),
    outcome?.immediate_cost != null && figure('Immediate cost', h('dd', {}, pretty(outcome.immediate_cost, 4))),
  ].filter((one): one is HTMLDivElement => one !== false && one !== null);
}

function figure(name: string, value: HTMLElement): HTMLDivElement {
  return h('div', {}, h('dt', {}, name), value);
}

function neighbours(name: string, { round }: Decision, state: State | null): HTMLElement[] {
  const to = (other: number, text: string): HTMLElement => h('a', { class: 'button', href: decisionHash(name, `r${other}`) }, text);
  const before = round > 1 ? [to(round - 1, '← previous')] : [];
  return state && round < state.rounds ? [...before, to(round + 1, 'next →')] : before;
}

// #/b/NAME/d/ID: a decision, what became of it, and its bank statement.
import { momentWords } from '../chart/time.ts';
import { h } from '../dom.ts';
import { brief, whole } from '../format.ts';
import { clamped } from './clamp.ts';
import { dropOne, expireOne } from './closing.ts';
import { complain, Refused, type Context, type View } from './context.ts';
import { decisionHash, decisionPath, kStatusWords, outcomeWords, playedWords, statusMark } from './decision_words.ts';
import { every } from './every.ts';
import { gone } from './gone.ts';
import { banditHash } from './route.ts';
import { ServerClock } from './server_clock.ts';
import { between, oddsOf, percent, spanOf } from './span.ts';
import { statementSection } from './statement_section.ts';
import { tellForm } from './tell_form.ts';
import type { Closed, Decision, FullStatement, State } from './wire.ts';

const kAgain = 2000; // milliseconds between two looks
const kPerhaps = 'It may have been deleted, or have another name.';
const kIds = 'An id is what ask answered; r12 is the decision of round 12.';

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
  let drawn = ''; // what the figures are of
  const clock = new ServerClock();

  const reload = every(kAgain, async () => {
    full = await context.client.get<FullStatement>(`${decisionPath(name, id)}/statement`);
    show();
  }, (error) => (error instanceof Refused && error.status === 404 ? missing(error) : complain(trouble, error)));

  function missing({ message }: Refused): void {
    stop();
    if (message.startsWith('there is no bandit')) return element.replaceChildren(gone(`There is no bandit ${name}`, kPerhaps));
    const back = h('a', { class: 'button primary', href: banditHash(name) }, `To ${name}`);
    element.replaceChildren(crumbs, h('div', { class: 'empty', role: 'status' }, h('h1', { tabindex: '-1' }, `There is no decision ${id}`),
      h('p', {}, `Its id may have been cut off, or it may be a decision of another bandit. ${kIds}`), h('p', {}, back)));
  }

  async function close(act: (context: Context, name: string, decision: Decision, terms: State | null) => Promise<boolean>): Promise<void> {
    if (full && (await act(context, name, full.decision, state))) reload.ask();
  }

  function show(): void {
    if (!full) return;
    const { decision } = full;
    const open = decision.status === 'open';
    if (status.textContent !== decision.status) status.replaceChildren(statusMark(decision.status));
    const asked = h('time', { datetime: decision.at }, momentWords(Date.parse(decision.at), 0));
    where.replaceChildren(`Round ${whole(decision.round)}, asked `, asked, `. ${words(full)}`);
    const now = JSON.stringify([decision, state?.on_expiry ?? null]);
    if (now !== drawn) figures.replaceChildren(...figuresOf(full, age, state)); // a reader may stand in it
    drawn = now;
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
    const now = context.saved ? Date.parse(context.saved.state.at) : clock.now();
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
      clock.set(state.at);
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
  const hang = context.client.listen(`/v1/live?bandit=${encodeURIComponent(name)}`, event, (line) => void (clock.away = line !== 'open'));
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

function figuresOf({ decision }: FullStatement, age: HTMLElement, terms: State | null): HTMLElement[] {
  const { arm, action, probability, statement, status, outcome } = decision;
  const chance = (p: number): (string | HTMLElement)[] => [h('span', { title: String(p) }, percent(p)), ' ', h('small', {}, oddsOf(p))];
  return [
    figure('Played', h('dd', {}, clamped(playedWords(decision)))),
    action !== undefined && arm !== undefined && figure('Action', h('dd', {}, playedWords({ ...decision, arm: undefined } as unknown as Decision))),
    probability !== undefined && figure('With probability', h('dd', {}, ...chance(probability))),
    statement && figure('Scale σ', h('dd', {}, brief(statement.scale))),
    figure('Outcome', h('dd', {}, outcomeWords(decision, terms) || (status === 'open' ? 'none yet' : 'none'))),
    figure(status === 'open' ? 'Waits for' : 'After', age),
    outcome?.immediate_cost != null && figure('Immediate cost', h('dd', {}, brief(outcome.immediate_cost))),
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

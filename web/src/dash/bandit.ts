// A bandit: what it does, how good that is, and what it waits for. The history comes once, then a state every second.
import { momentWords } from '../chart/time.ts';
import { h } from '../dom.ts';
import { actions } from './actions.ts';
import { bank } from './bandit_bank.ts';
import { chosen } from './bandit_choice.ts';
import { head } from './bandit_head.ts';
import { Model } from './bandit_model.ts';
import { outcomes } from './bandit_outcomes.ts';
import { choice, section, type Part } from './bandit_parts.ts';
import { past } from './bandit_past.ts';
import { kRanges, rangeOf, usualRange, withRange, type Range } from './bandit_range.ts';
import { delays, traffic, waiting } from './bandit_traffic.ts';
import { Refused, wordsOf, type Context, type Line, type Panel, type View } from './context.ts';
import { decisionsPanel } from './decisions_panel.ts';
import { gone } from './gone.ts';
import { openPanel } from './open_panel.ts';
import { snippetsPanel } from './snippets.ts';
import type { Asked, Closed, History, State } from './wire.ts';

const kPerhaps = 'It may have been deleted, or have another name.';
const kDeleted = 'Somebody did that just now, while this page was open. Its decisions and what it had learned are gone.';
const kMoment = 500; // until it is known whether the server is away
const kTick = 900; // a little less than from tick to tick
const kPixels = 800; // a chart is about so wide: time moves it by one of them

export function banditView(context: Context, name: string): View {
  if (context.saved) return savedView(context);
  const loading = h('p', { class: 'note', role: 'status' }, 'Loading …');
  const element = h('div', { class: 'bandit' }, h('h1', {}, name), loading);
  const path = `/v1/bandits/${encodeURIComponent(name)}`;
  let shown: Page | null = null;
  let history: History | null = null;
  let over = false;
  let lost = false; // the server is away, which is said at the top

  function end(sentence: string, why: string): void {
    if (over) return;
    stop();
    element.replaceChildren(gone(sentence, why));
  }

  function remember(found: History): void {
    history = found;
    if (!over) shown?.remember(history);
  }

  function failed(error: unknown): void {
    if (over) return;
    if (error instanceof Refused && error.status === 404) refused(error);
    else if (error instanceof Refused && error.status === 401) return; // said at the top
    else setTimeout(() => !over && !lost && context.say(`The past of ${name} could not be fetched: ${wordsOf(error)}`, 'problem'), kMoment);
  }

  /** The stream will not be opened again. What is shown stays; who has no token is told so at the top. */
  function refused(problem: Refused): void {
    if (problem.status === 404) end(`There is no bandit ${name}.`, kPerhaps);
    else if (problem.status === 401) loading.hidden = true;
    else loading.textContent = `${name} cannot be shown.`;
  }

  function take(state: State): void {
    if (shown) return shown.take(state);
    shown = page(context, new Model(state, false));
    if (history) shown.remember(history);
    element.replaceChildren(shown.element);
  }

  function event(kind: string, data: unknown): void {
    if (over) return;
    if (kind === 'state') take(data as State);
    else if (kind === 'delete') end(`${name} was deleted`, kDeleted);
    else shown?.event(kind, data as Asked | Closed);
  }

  function line(state: Line): void {
    lost = state === 'lost';
    loading.hidden = lost;
    shown?.away(state !== 'open');
    if (state === 'open' && !over) before.heard();
  }

  const before = past(() => context.client.get<History>(`${path}/history`), remember, failed);
  const unlisten = context.client.listen(`/v1/live?bandit=${encodeURIComponent(name)}`, event, line, refused);
  function stop(): void {
    over = true;
    unlisten();
    shown?.stop();
  }
  return { element, title: name, stop };
}

function savedView(context: Context): View {
  const { state, history } = context.saved!;
  const shown = page(context, new Model(state, true));
  shown.remember(history);
  return { element: h('div', { class: 'bandit' }, shown.element), title: state.name, stop: shown.stop };
}

interface Page {
  element: HTMLElement;
  take(state: State): void;
  remember(history: History): void;
  event(kind: string, data: Asked | Closed): void;
  away(now: boolean): void; // the server is
  stop(): void;
}

/** The page of a bandit whose state is known. */
function page(context: Context, model: Model): Page {
  const { saved } = model;
  const { name } = model.state;
  model.range = rangeOf(location.hash) ?? (saved ? 'all' : usualRange(Date.parse(model.state.last_at ?? model.state.created_at), model.now()));
  const tools = saved ? null : actions(context, name, pausedNow);
  const oldest = saved ? null : openPanel(context, name, () => model.moment);
  const decided = decisionsPanel(context, name);
  const use = saved ? null : snippetsPanel(context, name);
  const panels: Panel[] = [tools, oldest, decided, use].filter((panel): panel is NonNullable<typeof panel> => panel !== null);
  const top = head(model, tools?.element ?? null, redraw);
  const parts: Part[] = [chosen(model), traffic(model), outcomes(model, redraw), waiting(model, oldest?.element ?? null), delays(model)];
  const room = h('div'); // of the bank: it has no figures before the first decision
  let money: Part | null = null;
  const range = choice<Range>('The time that the charts show', kRanges, () => model.range, pickRange);
  const bar = h('div', { class: 'range' }, h('span', { 'aria-hidden': 'true' }, 'Show'), range.element);
  const [first, flow, result, open, delay] = parts.map((part) => part.element) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const charts = h('div', { class: 'charts' }, bar, first, h('div', { class: 'grid2' }, flow, delay), result, open, room, framed(decided.element));
  const none = section('none', 'No decisions yet', h('p', {}, 'Ask for one, and this page comes to life. Below is how.'));
  none.classList.add('empty');
  const since = saved && h('p', { class: 'note' }, `Saved on ${momentWords(model.now(), 0)}. Nothing here changes any more.`);
  const element = h('div', {}, top.element, since || null, none, charts, use ? framed(use.element) : null);
  let drawn = 0;
  let told: State | null = null; // to the panels

  function pickRange(value: Range): void {
    model.range = value;
    if (!saved) window.history.replaceState(null, '', withRange(location.hash, value));
    redraw();
  }

  function pausedNow(paused_at: State['paused_at']): void {
    model.state = { ...model.state, paused_at };
    redraw();
  }

  /** All parts at once, and of one state: what they say agrees. */
  function redraw(): void {
    drawn = Date.now();
    model.tick();
    if (!money) {
      money = bank(model);
      if (money) room.replaceChildren(money.element);
    }
    none.hidden = model.state.rounds > 0;
    charts.hidden = model.state.rounds === 0;
    range.update();
    model.choose();
    top.update();
    for (const part of [...parts, ...(money ? [money] : [])]) part.update();
    if (told === model.state) oldest?.tick();
    else panels.forEach((panel) => panel.state?.(model.state));
    told = model.state;
  }

  /** Every second; time alone moves a chart when it is another pixel. */
  function tick(): void {
    if (document.hidden) return;
    const [from, to] = model.window();
    if (Date.now() - drawn >= Math.max(kTick, (to - from) / kPixels)) return redraw();
    model.tick();
    top.tick();
    oldest?.tick();
  }

  redraw();
  const timer = saved ? 0 : setInterval(tick, 1000);
  return {
    element,
    take(state) {
      model.take(state);
      redraw();
    },
    remember(history) {
      model.remember(history);
      redraw();
    },
    event: (kind, data) => panels.forEach((panel) => panel.event?.(kind, data)),
    away: (now) => void (model.away = now),
    stop() {
      clearInterval(timer);
      panels.forEach((panel) => panel.stop?.());
      for (const part of [...parts, ...(money ? [money] : [])]) part.stop?.();
    },
  };
}

/** With a frame, as the other parts. */
function framed(element: HTMLElement): HTMLElement {
  element.classList.add('panel');
  return element;
}

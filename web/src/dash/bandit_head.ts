// The top of a bandit's page: its name, how it is, and the figures that one looks at first.
import { momentWords } from '../chart/time.ts';
import { h, say } from '../dom.ts';
import { brief, pretty, short, whole } from '../format.ts';
import type { Model } from './bandit_model.ts';
import { unitChoice } from './bandit_outcomes.ts';
import type { Part } from './bandit_parts.ts';
import { healthOf } from './health.ts';
import { armWords, between, percent, rate, waitWords } from './span.ts';

interface Cell {
  element: HTMLElement;
  set(value: string, small: string): void;
}

function cell(name: string, title?: string): Cell & { name: HTMLElement } {
  const [value, small, term] = [h('b'), h('small'), h('dt', { title }, name)];
  const set = (text: string, more: string): void => {
    say(value, text);
    value.classList.toggle('long', text.length > 14);
    value.title = text.length > 14 ? text : '';
    say(small, more);
  };
  return { element: h('div', {}, term, h('dd', {}, value, ' ', small)), set, name: term };
}

/** `tools` is what can be done with it. */
export function head(model: Model, tools: HTMLElement | null, changed: () => void): Part & { tick(): void } {
  const { state } = model;
  const badge = h('span', { class: 'badge' });
  const why = h('span', { class: 'why' });
  const about = h('p', { class: 'about' });
  const decisions = cell('Decisions');
  const open = cell('Open', 'Decisions that wait for their outcome');
  const asks = cell('Decisions per minute');
  const tells = cell('Outcomes per minute');
  const leader = cell(state.arms_of > 0 ? 'Most likely' : 'The point');
  const mean = cell('Mean', 'Of all outcomes that count');
  const unit = unitChoice(model, changed);
  mean.name.replaceChildren(h('span', {}, 'Mean'), unit.element);
  mean.element.classList.add('mean');
  const cells = [decisions, open, asks, tells, leader, mean];
  const element = h('header', { class: 'bandit-head' },
    model.saved ? null : h('p', { class: 'crumbs' }, h('a', { href: '#/' }, 'Bandits'), ` / ${state.name}`),
    h('div', { class: 'bar' }, h('div', { class: 'who' }, h('div', { class: 'title' }, h('h1', {}, state.name), badge, why), about), tools),
    h('dl', { class: 'figures' }, ...cells.map((one) => one.element)));

  /** What the clock changes. */
  function tick(): void {
    const { state } = model;
    const health = healthOf({ ...state, arms: state.arms_of }, model.moment);
    badge.className = `badge ${model.away ? 'quiet' : health.kind}`; // what was, while the server is away
    say(badge, health.word);
    say(why, health.why);
    const oldest = state.oldest_open_at === null ? null : between(state.oldest_open_at, model.moment);
    open.set(whole(state.open), oldest === null ? '' : `oldest ${oldest < 1 ? 'just now' : waitWords(oldest)}`);
  }

  function update(): void {
    const { state } = model;
    const { told, loss, rounds } = state;
    say(about, aboutWords(model));
    const done = state.settled + state.skipped + state.stale;
    decisions.set(whole(rounds), rounds > 0 ? `${percent(done / rounds)} told` : '');
    asks.set(rate(state.asks_per_minute), '');
    tells.set(rate(state.tells_per_minute), '');
    if (state.leader) leader.set(armWords(state.leader.arm), percent(state.leader.probability));
    else leader.set(state.point ? state.point.slice(0, 2).map((value) => pretty(value, 3)).join(', ') + (state.point.length > 2 ? ', …' : '') : '–', '');
    mean.set(told > 0 ? brief(model.inUnit(loss / told)) : '–', told > 0 && state.expired > 0 ? silenceIn(model) : '');
    unit.update();
    tick();
  }

  update();
  return { element, update, tick };
}

/** "silence counts as reward 0", in the unit that the mean is in. */
function silenceIn(model: Model): string {
  const silence = model.silence();
  return silence === null ? '' : `silence counts as ${model.unit}\u00a0${brief(silence)}`;
}

/** "banker, 4 arms, losses from 0 to 1, since 3 Jan, 14:05"; the rule only if there is a newer one. */
function aboutWords(model: Model): string {
  const { agent, rule, newest_rule, arms_of, loss_range, created_at, paused_at, point } = model.state;
  const by = rule < newest_rule ? ` by rule ${rule}` : '';
  const size = arms_of > 0 ? `${whole(arms_of)} arms` : `a body of ${point?.length ?? '?'} dimensions`;
  const range = loss_range ? `losses from ${short(loss_range[0])} to ${short(loss_range[1])}` : 'losses of any size';
  const since = `since ${momentWords(Date.parse(created_at), model.now(), false)}`;
  const paused = paused_at === null ? '' : `, paused since ${momentWords(Date.parse(paused_at), model.now(), false)}`;
  return `${agent}${by}, ${size}, ${range}, ${since}${paused}`;
}

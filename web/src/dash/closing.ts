// Closes one decision by hand: its outcome, a drop, an expiry; each after a question.
import { h } from '../dom.ts';
import { kDropWords, lateWords, silenceWords, type Terms } from './close_words.ts';
import type { Context } from './context.ts';
import { decisionPath, playedWords } from './decision_words.ts';
import { ask } from './dialog.ts';
import type { Decision } from './wire.ts';

interface Uncounted {
  status: string;
}

/** True when it was done. */
export function dropOne(context: Context, name: string, decision: Decision): Promise<boolean> {
  return ask({
    title: `Drop ${decision.id}?`,
    body: [h('p', {}, `It played ${playedWords(decision)}. ${kDropWords}`), h('p', { class: 'note' }, 'This cannot be taken back.')],
    yes: 'Drop it',
    danger: true,
    act: async () => said(context, await context.client.post<Uncounted>(`${decisionPath(name, decision.id)}/drop`), `${decision.id} is dropped.`),
  });
}

export function expireOne(context: Context, name: string, decision: Decision, terms: Terms | null): Promise<boolean> {
  const words = terms ? `${silenceWords(terms, true)} ${lateWords(terms)}` : '';
  return ask({
    title: `Expire ${decision.id}?`,
    body: [h('p', {}, `It played ${playedWords(decision)}, and is closed as silence. ${words}`), h('p', { class: 'note' }, 'This cannot be taken back.')],
    yes: 'Expire it',
    danger: true,
    act: async () => said(context, await context.client.post<Uncounted>(`${decisionPath(name, decision.id)}/expire`), `${decision.id} is expired.`),
  });
}

/** `outcome` is {"loss":x} or {"reward":x}. May throw. */
export async function tellOne(context: Context, name: string, id: string, outcome: Record<string, number>): Promise<void> {
  said(context, await context.client.post<Uncounted>(`${decisionPath(name, id)}/tell`, outcome), 'Told, and counted.');
}

function said(context: Context, answer: Uncounted | null, done: string): void {
  if (answer === null) context.say(done);
  else context.say(`It was ${answer.status} before: this was heard, and not counted.`, 'problem');
}

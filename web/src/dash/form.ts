// What is typed into the form of a new bandit, as the JSON that the server takes. Nothing here knows of elements.
import type { CatalogAgent, Parameter } from './wire.ts';

/** By key: what stands in a field. Empty: the default, which is not sent. */
export type Typed = Readonly<Record<string, string>>;

export type Read = { value: unknown } | { problem: string } | null; // null: not given

export interface Draft {
  body: Record<string, unknown>; // of POST /v1/bandits, as far as it is right
  problems: Record<string, string>; // by key
}

export const kUnits: readonly (readonly [string, number])[] = [['s', 1], ['min', 60], ['h', 3600], ['d', 86400]];
const kMostArms = 100_000;
const kLongestArm = 200; // bytes
const kEvery = { min: null, max: null };

/** A bandit's name, as the server checks it. */
export function readName(text: string): Read {
  if (text === '') return { problem: 'A bandit needs a name.' };
  const fine = /^[A-Za-z0-9._~-]{1,100}$/.test(text) && text !== '.' && text !== '..';
  return fine ? { value: text } : { problem: 'Use 1 to 100 of A-Z a-z 0-9 . _ ~ -' };
}

/** A number of arms, or their names, one per line. */
export function readArms(text: string): Read {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const [only] = lines;
  if (only === undefined) return { problem: 'Which arms are there? Write a name per line, or a number.' };
  if (lines.length === 1 && /^\d+$/.test(only)) return within(Number(only), { min: 2, max: kMostArms }, 'arms');
  if (lines.length === 1) {
    return { problem: /[,;]/.test(only) ? 'Write one name per line.' : 'One arm is no choice: write at least two, one per line.' };
  }
  if (lines.length > kMostArms) return { problem: `At most ${kMostArms} arms.` };
  const twice = lines.find((line, i) => lines.indexOf(line) < i);
  if (twice !== undefined) return { problem: `${JSON.stringify(twice)} is there twice.` };
  const long = lines.find((line) => new TextEncoder().encode(line).length > kLongestArm);
  return long === undefined ? { value: lines } : { problem: `A name has at most ${kLongestArm} bytes.` };
}

/** A value of a parameter, as its type wants it. */
export function read(parameter: Parameter, typed: string): Read {
  const text = typed.trim();
  if (text === '') return null;
  switch (parameter.type) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? within(Number(text), parameter) : { problem: 'This is a whole number.' };
    case 'number':
      return isNumber(text) ? within(Number(text), parameter) : { problem: 'This is a number.' };
    case 'flag':
      return text === String(parameter.default ?? false) ? null : { value: text === 'true' };
    case 'choice':
      return parameter.choices?.includes(text) === false ? { problem: 'Take one of the list.' } : { value: text };
    default:
      return shaped(parameter, readJson(text));
  }
}

/** JSON, or a bare word, which is a text. */
export function readJson(text: string): Read {
  if (/^[A-Za-z][\w.-]*$/.test(text) && !['true', 'false', 'null'].includes(text)) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'This is not JSON, nor a single word. JSON has its texts in "double quotes".' };
  }
}

// The little that can be said of a value before the server sees it.
function shaped(parameter: Parameter, found: Read): Read {
  if (!found || 'problem' in found) return found;
  const { value } = found;
  switch (parameter.type) {
    case 'range': {
      const [low, high] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
      return typeof low === 'number' && typeof high === 'number' && low < high ? found : { problem: 'Two numbers, the lower one first.' };
    }
    case 'flag or number':
      if (typeof value === 'number') return within(value, parameter);
      return typeof value === 'boolean' ? found : { problem: 'Write true, false or a number.' };
    case 'body':
      return isObject(value) ? found : { problem: 'A body is {"type": …}, with what belongs to that type.' };
    case 'actions':
      return Array.isArray(value) || isObject(value) ? found : { problem: 'Write [[…], …], or {"name": […], …}.' };
    default:
      return typeof value === 'number' ? within(value, parameter) : found;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

function within(value: number, { min, max }: { min: number | null; max: number | null }, what = ''): Read {
  const words = what && ` ${what}`;
  if (min !== null && value < min) return { problem: `At least ${min}${words}.` };
  if (max !== null && value > max) return { problem: `At most ${max}${words}.` };
  return { value };
}

/** Seconds of "90" and a unit. */
export function readSpan(text: string, unit: string): Read {
  if (text.trim() === '') return null;
  if (!isNumber(text.trim())) return { problem: 'This is a number.' };
  const seconds = Number(text) * (kUnits.find(([name]) => name === unit)?.[1] ?? 1);
  if (!(seconds > 0)) return { problem: 'Longer than 0.' };
  return within(seconds, { min: null, max: 100 * 365 * 86400 }, 'seconds, a hundred years');
}

/** All of it. `typed.ground` says which of body and actions is meant; `typed.unit` is that of expire_after. */
export function draftOf(agent: CatalogAgent, terms: readonly Parameter[], typed: Typed): Draft {
  const draft: Draft = { body: {}, problems: {} };
  const put = (key: string, found: Read): void => {
    if (found === null) return;
    if ('problem' in found) draft.problems[key] = found.problem;
    else draft.body[key] = found.value;
  };
  const of = (key: string): string => typed[key] ?? '';
  put('name', readName(of('name')));
  draft.body['agent'] = agent.name;
  for (const parameter of agent.parameters) {
    const { name } = parameter;
    if (name === 'arms') put(name, readArms(of(name)));
    else if (!isGround(name)) put(name, read(parameter, of(name)));
    else if (name === (of('ground') || 'body')) put(name, read(parameter, of(name)) ?? { problem: groundWanted(name) });
  }
  for (const parameter of terms) put(parameter.name, readTerm(parameter, typed));
  checkTerms(draft);
  return draft;
}

export function isGround(name: string): boolean {
  return name === 'body' || name === 'actions';
}

function groundWanted(name: string): string {
  if (name === 'body') return 'Which points may be played? For example {"type":"ball","dimension":3,"radius":1}';
  return 'Which actions are there? For example [[1,0],[0,1]]';
}

function readTerm(parameter: Parameter, typed: Typed): Read {
  const text = typed[parameter.name] ?? '';
  if (parameter.name === 'expire_after') return readSpan(text, typed['unit'] ?? 's');
  if (parameter.name !== 'on_expiry') return read(parameter, text);
  if (text !== 'loss' && text !== 'reward') return null;
  const value = read({ ...parameter, ...kEvery, type: 'number' }, typed['silence'] ?? '') ?? { problem: `Which ${text} is silence?` };
  return 'problem' in value ? value : { value: { [text]: value.value } };
}

// What the server says of terms that do not go together.
function checkTerms({ body, problems }: Draft): void {
  if (!('on_expiry' in body)) return;
  if (!('expire_after' in body) && !problems['expire_after']) problems['expire_after'] = 'After how long is it silence?';
  if (body['late'] === 'accept') {
    problems['late'] = '"accept" leaves an expired decision open, so that silence can be no loss or reward: take another one, or "drop".';
  }
}

/** Why the command cannot be used yet; null if it can. */
export function missingWords(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : `To be copied once this is filled in: ${labels.join(', ')}.`;
}

/** The field that the server's words are about: the one whose key it quotes first. */
export function fieldOf(detail: string, status: number, typed: Typed, keys: readonly string[]): string | null {
  const quoted = [...detail.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!);
  const key = quoted.find((word) => keys.includes(word));
  if (key !== undefined) return key;
  const named = status === 409 || detail.startsWith('a bandit cannot be called') || quoted.includes(typed['name'] ?? '');
  return named && keys.includes('name') ? 'name' : null;
}

const kTypes: Record<string, string> = { integer: 'Whole number', number: 'Number', 'flag or number': 'true, false, or a number' };

/** "Number from 0 to 1. ": what a parameter may be, where its control does not show it. */
export function rangeOf({ type, min, max, choices }: Parameter): string {
  const words = kTypes[type] ?? (choices ? '' : 'JSON, or a word');
  const range = min === null || max === null ? '' : ` from ${min} to ${max}`;
  return words === '' ? '' : `${words}${type in kTypes ? range : ''}. `;
}

/** Whether the default is a value that could be typed. */
export function hasUsual({ name, default: usual }: Parameter): boolean {
  return name !== 'seed' && usual !== null && usual !== undefined;
}

/** A default, as it is written, or in words. */
export function usualOf(parameter: Parameter): string {
  const { name, default: usual } = parameter;
  if (!hasUsual(parameter)) return name === 'seed' ? 'drawn, and kept' : 'none';
  return typeof usual === 'string' ? usual : JSON.stringify(usual);
}

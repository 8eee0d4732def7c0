// What the reader has chosen, as the part of the address after '#': a link shows the same page, and the back button works.

export interface State {
  cell: number; // counts from 0; in the address from 1
  agent: number | null; // the one the reader looks at
  shown: number[] | null; // agents in the charts; null: a choice that suits the cell
  bank: number[] | null; // agents whose bank is drawn; null: a choice that suits the cell
  logX: boolean;
  logY: boolean;
  bands: boolean;
  certificate: boolean;
  bound: boolean;
}

/** What an address can mean. */
export interface Names {
  cells: number;
  agents: readonly string[];
}

export const kStart: State = {
  cell: 0,
  agent: null,
  shown: null,
  bank: null,
  logX: false,
  logY: false,
  bands: true,
  certificate: false,
  bound: false,
};

/** The state of "#cell=3&agent=banker&show=banker,uniform&x=log"; what makes no sense is as in the beginning. */
export function parse(hash: string, names: Names): State {
  const given = new Map<string, string[]>();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [key, value] = part.split('=', 2);
    if (key && value !== undefined) given.set(key, value.split(',').map(decode));
  }
  const cell = Number(given.get('cell')?.[0]) - 1;
  const over = given.get('over') ?? [];
  return {
    cell: Number.isInteger(cell) && cell >= 0 && cell < names.cells ? cell : kStart.cell,
    agent: places(given.get('agent'), names)?.[0] ?? null,
    shown: places(given.get('show'), names),
    bank: places(given.get('bank'), names),
    logX: given.get('x')?.[0] === 'log',
    logY: given.get('y')?.[0] === 'log',
    bands: given.get('bands')?.[0] !== 'off',
    certificate: over.includes('certificate'),
    bound: over.includes('bound'),
  };
}

/** The address of a state; of the first one it is empty. */
export function print(state: State, names: Names): string {
  const list = (agents: readonly number[]) => agents.map((agent) => encodeURIComponent(names.agents[agent] ?? '')).join(',');
  const over = [state.certificate && 'certificate', state.bound && 'bound'].filter(Boolean).join(',');
  const parts = [
    state.cell !== kStart.cell && `cell=${state.cell + 1}`,
    state.agent !== null && `agent=${list([state.agent])}`,
    state.shown && `show=${list(state.shown)}`,
    state.bank && `bank=${list(state.bank)}`,
    state.logX && 'x=log',
    state.logY && 'y=log',
    !state.bands && 'bands=off',
    over && `over=${over}`,
  ];
  return parts.filter(Boolean).join('&');
}

function places(given: readonly string[] | undefined, names: Names): number[] | null {
  if (!given) return null;
  const known = given.map((name) => names.agents.indexOf(name)).filter((agent) => agent >= 0);
  return known.length > 0 ? [...new Set(known)] : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

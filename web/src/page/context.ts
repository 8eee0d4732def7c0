// What every section of the page knows and can ask for.
import type { State } from '../state.ts';
import type { Cell, Report } from '../wire.ts';

export interface Context {
  readonly report: Report;
  readonly state: State;
  readonly cell: Cell; // the chosen one
  readonly credit: string;
  /** Another state. A step is one that the back button takes back. */
  change(part: Partial<State>, step?: boolean): void;
}

/** A part of the page; update() follows a change of the state other than that of the cell. */
export interface Section {
  element: HTMLElement;
  update(): void;
}

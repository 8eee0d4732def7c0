// What the server (src/http) answers to the page. tests/browser/dash_wire.test.ts holds its answers against these types: a key that is
// missing or of another type fails there.

/** Times are "2026-01-02T03:04:05.678901Z". */
export type Time = string;
/** An arm without a name is a number. */
export type ArmName = string | number;

export interface Leader {
  arm: ArmName;
  probability: number;
}

/** A bandit in the list: `GET /v1/bandits`, and events `bandits` of `GET /v1/live`. In /openapi.json it is BanditLine; Health there is what
 * /healthz answers. */
export interface Health {
  name: string;
  agent: string;
  arms: number; // how many; 0 on a body
  rounds: number;
  open: number;
  lapsed: number; // of them beyond their time (`late` is "accept"): they do not count towards max_open
  max_open: number;
  oldest_open_at: Time | null;
  settled: number;
  skipped: number;
  stale: number;
  dropped: number;
  expired: number;
  asks_per_minute: number;
  tells_per_minute: number;
  created_at: Time;
  last_at: Time | null; // of the last event
  paused_at: Time | null;
  leader: Leader | null; // null: on a body, or before the first decision
}

/** Event `bandits` of /v1/live: the first has all of them, those after it what changed. */
export interface Bandits {
  at: Time; // the server's clock
  bandits: Health[];
  gone: string[]; // were deleted
}

/** An arm of a bandit, counted. */
export interface ArmState {
  arm: ArmName;
  index: number; // its number
  probability: number; // of the next ask
  asked: number;
  told: number; // outcomes that count
  loss: number; // their sum, in the units of the spec
}

/** Event `state` of /v1/live?bandit=NAME: at once, then every second in which something changed. */
export interface State extends Omit<Health, 'arms'> {
  at: Time;
  spec: Record<string, unknown>; // of very many arms: how many, in place of their names, and no actions
  rule: number; // of its agent, by which it decides
  newest_rule: number; // that there is
  loss_range: [number, number] | null; // null: losses of any size
  expire_after: number | null;
  on_expiry: 'drop' | { loss: number } | { reward: number };
  late: 'ignore' | 'accept' | 'refuse';
  arms: ArmState[]; // the 16 most likely ones, by number
  arms_of: number; // how many there are; 0 on a body
  point: number[] | null; // linear agents
  told: number; // outcomes that count
  loss: number; // their sum
  rewards: number; // told as rewards
  scale: number | null; // sigma of the last decision; this and the next two: null without a bank
  total_invested: number | null;
  certificate: number | null;
  edges: number[]; // of the bins of `delays` and `ages`, in seconds: bin i is below edges[i], the last one is the rest
  delays: number[]; // counts, of told outcomes
  ages: number[]; // counts, of open decisions
}

/** `GET /v1/bandits/NAME/history`. Columns of equal length, one entry per moment, ascending; counts are totals so far. */
export interface History {
  at: Time[];
  rounds: number[];
  open: number[];
  settled: number[];
  skipped: number[];
  stale: number[];
  dropped: number[];
  expired: number[];
  told: number[];
  loss: number[];
  scale: (number | null)[];
  total_invested: (number | null)[];
  certificate: (number | null)[];
  arms: HistoryArm[]; // every arm that was once among the 16 most likely, by number
}
export interface HistoryArm {
  arm: ArmName;
  index: number; // its number
  probability: (number | null)[]; // null: not among the most likely then
  asked: (number | null)[];
  told: (number | null)[];
  loss: (number | null)[];
}

/** A decision: `GET /v1/bandits/NAME/decisions/ID`. */
export interface Decision {
  id: string;
  round: number;
  at: Time;
  arm?: ArmName; // not on a body
  probability?: number;
  action?: number[]; // linear agents
  statement: Statement | null; // null without a bank
  status: 'open' | 'settled' | 'skipped' | 'stale' | 'dropped' | 'expired';
  outcome: Outcome | null; // null: open
}
export interface Statement {
  scale: number; // = borrowed + from_pool + what the payments add up to
  borrowed: number;
  from_pool: number;
  payments: Payment[];
}
export interface Payment {
  round: number; // whose saving paid
  amount: number;
}
export interface Outcome {
  at: Time;
  loss?: number; // one of both; neither: dropped
  reward?: number;
  immediate_cost: number | null;
}

/** `GET /v1/bandits/NAME/decisions?limit=&before=` (the latest first) and `?open=true` (the oldest open ones first). */
export interface Decisions {
  decisions: Decision[];
}

/** `GET /v1/bandits/NAME/decisions/ID/statement`. */
export interface FullStatement {
  decision: Decision;
  returned: number | null; // what it gave back to the bank when it was closed: its scale; null: open, or no bank
  spent: Payment[]; // who spent that since; `round` is the later one. Empty if the pool did: it does not say whose money it spends
  looked_until: number | null; // rounds after this one were not looked at; null: all were
}

/** Events of /v1/live?bandit=NAME beside `state`, a few per second at most: as in /v1/events. */
export interface Asked {
  bandit: string;
  id: string;
  round: number;
  at: Time;
  arm?: ArmName;
  probability?: number;
  action?: number[];
  scale?: number;
  borrowed?: number;
  from_pool?: number;
}
export interface Closed {
  bandit: string;
  id: string;
  round: number;
  at: Time;
  loss?: number;
  reward?: number;
  status: 'settled' | 'skipped' | 'stale' | 'dropped';
  immediate_cost?: number;
}

/** `GET /v1/catalog`. */
export interface Catalog {
  agents: CatalogAgent[];
  terms: Parameter[]; // expire_after, on_expiry, late, max_open
}
export interface CatalogAgent {
  name: string;
  paper: string;
  kind: 'arms' | 'linear';
  range: [number, number];
  parameters: Parameter[];
}
export interface Parameter {
  name: string;
  type: string; // integer, number, flag, 'flag or number', choice, arms, range, body, actions, agent, regularizer, scale, reserve, nu
  default: unknown; // null: there is none
  min: number | null;
  max: number | null;
  help: string;
  choices?: string[]; // of the type "choice"
}

/** An answer that is not 2xx. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
}

/** In a page that was saved (`GET /v1/bandits/NAME/report`) in place of a server. */
export interface Saved {
  format: 1;
  state: State;
  history: History;
  decisions: Decision[]; // the latest first
}

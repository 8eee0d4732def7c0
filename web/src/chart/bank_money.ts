// Whose money is whose: sums over the payments of a flow.
import type { Flow } from '../wire.ts';

/** By group: the indices of the payments to it. */
export function incoming(flow: Flow): number[][] {
  const into: number[][] = flow.ends.map(() => []);
  flow.paid.forEach(([, to], i) => into[to]!.push(i));
  return into;
}

/**
 * Where the capital of a group came from, and where its payers had it from, back to the loans: for each payment in Flow.paid, which
 * share of the group's capital went through it. What is known is mixed with the same weights, so this is also who taught it how much.
 * Inside of a group money counts as mixed: a strand of single rounds, which never gets wider, here does so a little with every hop.
 */
export function trace(flow: Flow, group: number): number[] {
  const into = incoming(flow);
  const share = flow.scale.map((_, g) => (g === group ? 1 : 0));
  const part = flow.paid.map(() => 0);
  for (let g = group; g >= 0; --g) {
    // What a group pays to itself goes round in it, and came from others before.
    const own = sum(into[g]!.map((i) => (flow.paid[i]![0] === g ? flow.paid[i]![2] : 0)));
    const others = flow.scale[g]! - own;
    if (!(share[g]! > 0) || !(others > 0)) continue;
    for (const i of into[g]!) {
      const [from, , amount] = flow.paid[i]!;
      part[i] = (share[g]! * amount) / (from === g ? flow.scale[g]! : others);
      if (from < g) share[from]! += part[i]!;
    }
  }
  return part;
}

/**
 * 1 / sum of share^2 over the groups that paid a group: how many payers there are, if they all paid alike (the inverse of Simpson's
 * index). The mean over the groups, weighted with the share of their capital that was paid by savings; 0 if nothing was.
 */
export function payers(flow: Flow): number {
  let all = 0;
  let weighted = 0;
  incoming(flow).forEach((into, g) => {
    const amounts = into.map((i) => flow.paid[i]![2]);
    const total = sum(amounts);
    if (!(total > 0)) return;
    const weight = total / flow.scale[g]!;
    all += weight;
    weighted += weight / sum(amounts.map((amount) => (amount / total) ** 2));
  });
  return all > 0 ? weighted / all : 0;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

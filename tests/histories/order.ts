/**
 * The one order in which all mutations of a history took effect, the states between them, and which of these states a
 * timestamp may mean. Mutations over sockets come with their timestamps. Those over HTTP do not: what is learned of
 * theirs narrows what a later question may be answered.
 */
import type { Call, History } from "./history";
import { EMPTY, run, type State } from "./model";

export interface Entry {
  readonly call: Call;
  readonly ts: bigint | null;
}

export class Order {
  readonly entries: readonly Entry[];
  /** The state before each mutation, and that after the last. */
  readonly states: readonly State[];
  readonly positionOf: ReadonlyMap<Call, number>;
  /** Of mutations without a timestamp of their own: the earliest moment known to show it, and the latest that does not. */
  readonly #shownAt = new Map<number, bigint>();
  readonly #hiddenAt = new Map<number, bigint>();

  constructor(calls: readonly Call[]) {
    this.entries = calls.map((call) => ({
      call,
      ts: call.answers.find(({ ts }) => ts !== null)?.ts ?? null,
    }));
    this.positionOf = new Map(calls.map((call, position) => [call, position]));
    const states = [EMPTY];
    for (const call of calls) states.push(run(states.at(-1) ?? EMPTY, call.steps).state);
    this.states = states;
  }

  /** The state when so many mutations had taken effect. */
  stateAt(position: number): State {
    return this.states[position] ?? EMPTY;
  }

  /** How many mutations a moment may show, if it was seen when the clock showed `seenAt`. */
  positionsAt(ts: bigint, seenAt: number): readonly [least: number, most: number] {
    let least = 0;
    let most = this.entries.length;
    for (const [position, entry] of this.entries.entries()) {
      const shownAt = entry.ts ?? this.#shownAt.get(position);
      const hiddenAt = entry.ts ?? this.#hiddenAt.get(position);
      if (shownAt !== undefined && shownAt <= ts) least = position + 1;
      const isLater = entry.ts === null ? hiddenAt !== undefined && hiddenAt >= ts : entry.ts > ts;
      if (isLater || entry.call.sentAt > seenAt) most = Math.min(most, position);
    }
    return [least, most];
  }

  /** How many mutations may have taken effect for whom asked between two moments of the clock. */
  positionsBetween(sentAt: number, answeredAt: number): readonly [least: number, most: number] {
    let least = 0;
    let most = this.entries.length;
    for (const [position, { call }] of this.entries.entries()) {
      if (call.answers.some(({ at }) => at < sentAt)) least = position + 1;
      if (call.sentAt > answeredAt) most = Math.min(most, position);
    }
    return [least, most];
  }

  /** Learns that a moment shows at least and at most so many mutations. */
  learn(ts: bigint, least: number, most: number): void {
    for (const [position, entry] of this.entries.entries()) {
      if (entry.ts !== null) continue;
      const shownAt = this.#shownAt.get(position);
      const hiddenAt = this.#hiddenAt.get(position);
      if (position < least && (shownAt === undefined || shownAt > ts)) this.#shownAt.set(position, ts);
      if (position >= most && (hiddenAt === undefined || hiddenAt < ts)) this.#hiddenAt.set(position, ts);
    }
  }
}

/** Puts the mutations of a history in the order of its journal; names the lines that nobody or somebody twice wrote. */
export function orderOf({ calls, journal }: History): { readonly order: Order; readonly findings: string[] } {
  const findings: string[] = [];
  const ordered: Call[] = [];
  for (const { client, number } of journal) {
    const call = calls.find((each) => each.client === client && each.number === number);
    if (!call) findings.push(`${client} ${number} is in the journal, and was never sent`);
    else if (ordered.includes(call)) findings.push(`doubled: ${client} ${number} is in the journal twice`);
    else ordered.push(call);
  }
  return { order: new Order(ordered), findings };
}

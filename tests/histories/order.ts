/**
 * The one order in which all mutations of a history took effect, the states between them, and the states that a
 * timestamp may mean. Mutations over sockets have timestamps. Mutations over HTTP have none, but each fact about
 * them limits the possible results of later queries.
 */
import type { Call, History } from "./history";
import { EMPTY, run, type State } from "./model";

export interface Entry {
  readonly call: Call;
  readonly ts: bigint | null;
}

export class Order {
  readonly entries: readonly Entry[];
  /** The state before each mutation, and the state after the last. */
  readonly states: readonly State[];
  readonly positionOf: ReadonlyMap<Call, number>;
  /**
   * For mutations without a timestamp: the earliest moment known to include the mutation, and the latest known not
   * to.
   */
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

  /** After this many mutations. */
  stateAt(position: number): State {
    return this.states[position] ?? EMPTY;
  }

  /** How many mutations the timestamp may include, if it was received when the clock was `seenAt`. */
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

  /** How many mutations a query between two moments of the clock may have seen. */
  positionsBetween(sentAt: number, answeredAt: number): readonly [least: number, most: number] {
    let least = 0;
    let most = this.entries.length;
    for (const [position, { call }] of this.entries.entries()) {
      if (call.answers.some(({ at }) => at < sentAt)) least = position + 1;
      if (call.sentAt > answeredAt) most = Math.min(most, position);
    }
    return [least, most];
  }

  /** The moment includes at least and at most this many mutations. */
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

/** Sorts mutations by the journal. Reports lines without a mutation, and duplicate lines. */
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

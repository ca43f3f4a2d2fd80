/**
 * Checks what a client received for its subscriptions. After every Transition, each subscription has the result
 * that a new run of its query would return at that timestamp. Versions are successive, timestamps never decrease,
 * and the response to a mutation arrives before its effect. A page ends where it ended on its first run. Its
 * journal contains this end, but only the server can read the journal. Until a result distinguishes them, every
 * possible end counts.
 */
import { isDeepStrictEqual } from "node:util";
import { jsonToConvex } from "convex/values";
import { readTs, type Call, type Frame, type History, type Message, type Modification } from "./history";
import type { Question, Seen } from "./language";
import { answer, endOfFirstPage, pageUpTo, type Answer, type PageEnd, type State } from "./model";
import type { Order } from "./order";
import { show } from "./show";

type Transition = Extract<Message, { type: "Transition" }>;
type QuerySetChange = Extract<Message, { type: "ModifyQuerySet" }>;
type Told = { readonly value: Seen } | { readonly refusal: Seen } | { readonly error: string };

interface Watched {
  readonly question: Question;
  /** The version of the query set with which the query was added. */
  readonly version: number;
  /** The oldest state in which the end of its page may have been determined. */
  readonly since: number;
  told: Told | null;
  journal: string | null;
  /** Null while nothing is known. */
  ends: readonly PageEnd[] | null;
}

export function checkTransitions({ frames, calls }: History, order: Order): string[] {
  /** The possible ends of pages with a journal, shared by all clients. */
  const endsOfJournals = new Map<string, readonly PageEnd[]>();
  return [...frames].flatMap(([client, own]) => {
    const viewer = new Viewer(client, order, endsOfJournals, calls);
    for (const frame of own) viewer.take(frame);
    return viewer.findings;
  });
}

class Viewer {
  readonly findings: string[] = [];
  #connection = 0;
  #version = { querySet: 0, identity: 0, ts: 0n };
  /** The newest timestamp of all connections. */
  #latestTs = 0n;
  /** The number of mutations that the client has certainly seen. */
  #seen = 0;
  #watched = new Map<number, Watched>();
  #removed = new Map<number, number>();

  constructor(
    private readonly client: string,
    private readonly order: Order,
    private readonly endsOfJournals: Map<string, readonly PageEnd[]>,
    private readonly calls: readonly Call[],
  ) {}

  take({ at, connection, message }: Frame): void {
    if (connection !== this.#connection) this.#begin(connection);
    if (message.type === "ModifyQuerySet") this.#change(message);
    else if (message.type === "Transition") this.#transit(message, at);
    else if (message.type === "MutationResponse" && message.ts !== undefined)
      this.#checkBefore(message.requestId, readTs(message.ts), at);
  }

  #begin(connection: number): void {
    this.#connection = connection;
    this.#version = { querySet: 0, identity: 0, ts: 0n };
    this.#watched = new Map();
    this.#removed = new Map();
  }

  #change({ newVersion, modifications }: QuerySetChange): void {
    for (const change of modifications) {
      if (change.type === "Remove") {
        this.#removed.set(change.queryId, newVersion);
        continue;
      }
      const [args] = change.args as unknown as readonly { readonly question: never }[];
      const journal = change.journal ?? null;
      this.#removed.delete(change.queryId);
      this.#watched.set(change.queryId, {
        question: jsonToConvex(args?.question ?? null) as unknown as Question,
        version: newVersion,
        since: this.#seen,
        told: null,
        journal,
        ends: journal === null ? null : (this.endsOfJournals.get(journal) ?? null),
      });
    }
  }

  /** If an effect is shown before its response, the client counts it twice in its optimistic result. */
  #checkBefore(requestId: number, ts: bigint, at: number): void {
    const call = this.calls.find(
      ({ client, answers }) => client === this.client && answers.some((a) => a.at === at),
    );
    if (call?.sendings === 1 && this.#version.ts >= ts)
      this.findings.push(`${this.client} saw the effect of request ${requestId} before its answer`);
  }

  #transit({ startVersion, endVersion, modifications }: Transition, at: number): void {
    const start = { ...startVersion, ts: readTs(startVersion.ts) };
    const ts = readTs(endVersion.ts);
    if (!isDeepStrictEqual(start, this.#version))
      this.findings.push(`${this.client} was moved from ${show(start)}, and was at ${show(this.#version)}`);
    if (ts < this.#latestTs) this.findings.push(`${this.client} was taken back in time`);
    this.#version = { ...endVersion, ts };
    this.#latestTs = ts;
    for (const modification of modifications) this.#apply(modification);
    for (const [queryId, version] of this.#removed) {
      if (version <= endVersion.querySet && this.#watched.has(queryId))
        this.findings.push(`${this.client} was not told that query ${queryId} is removed`);
    }
    this.#checkResults(ts, endVersion.querySet, at);
  }

  #apply(modification: Modification): void {
    const { queryId } = modification;
    const watched = this.#watched.get(queryId);
    if (!watched) {
      this.findings.push(`${this.client} was told of query ${queryId}, which it does not hold`);
    } else if (modification.type === "QueryRemoved") {
      if (this.#removed.delete(queryId)) this.#watched.delete(queryId);
      else this.findings.push(`${this.client} lost query ${queryId}, which it holds`);
    } else {
      watched.told = toldBy(modification);
      if (modification.type === "QueryUpdated" && modification.journal !== null)
        watched.journal = modification.journal;
    }
  }

  #checkResults(ts: bigint, querySet: number, at: number): void {
    const held: Watched[] = [];
    for (const [queryId, watched] of this.#watched) {
      if (this.#removed.has(queryId)) continue;
      if (watched.told !== null) held.push(watched);
      else if (watched.version <= querySet)
        this.findings.push(`${this.client} was left without query ${queryId}`);
    }
    const [least, most] = this.order.positionsAt(ts, at);
    const possible: number[] = [];
    for (let position = least; position <= most; position += 1) {
      if (held.every((watched) => this.#endsThatFit(watched, position).length > 0)) possible.push(position);
    }
    const [first] = possible;
    const last = possible.at(-1);
    if (first === undefined || last === undefined) {
      this.findings.push(...this.#wrongResults(held, least, most));
      return;
    }
    for (const watched of held) this.#narrow(watched, possible);
    this.order.learn(ts, first, last);
    this.#seen = first;
  }

  /**
   * Returns for which of the possible ends a query's result is correct. A query without pages has one end without
   * meaning.
   */
  #endsThatFit({ question, told, ends, since }: Watched, position: number): readonly PageEnd[] {
    const state = this.order.stateAt(position);
    if (question.ask !== "page") return isTold(told, answer(state, question)) ? ["end"] : [];
    return (ends ?? this.#possibleEnds(question, since, position)).filter((end) =>
      isTold(told, pageUpTo(state, question, end)),
    );
  }

  #possibleEnds(question: Extract<Question, { ask: "page" }>, since: number, position: number): PageEnd[] {
    const ends: PageEnd[] = [];
    for (let each = Math.min(since, position); each <= position; each += 1) {
      const end = endOfFirstPage(this.order.stateAt(each), question);
      if (!ends.some((known) => isDeepStrictEqual(known, end))) ends.push(end);
    }
    return ends;
  }

  #narrow(watched: Watched, possible: readonly number[]): void {
    if (watched.question.ask !== "page") return;
    const fitting = possible.flatMap((position) => this.#endsThatFit(watched, position));
    watched.ends = fitting.filter(
      (end, i) => !fitting.slice(0, i).some((other) => isDeepStrictEqual(other, end)),
    );
    if (watched.journal !== null) this.endsOfJournals.set(watched.journal, watched.ends);
  }

  #wrongResults(held: readonly Watched[], least: number, most: number): string[] {
    const wrong = held.filter((watched) => this.#endsThatFit(watched, least).length === 0);
    return (wrong.length > 0 ? wrong : held).map(({ question, told, ends }) => {
      const right = rightAt(this.order.stateAt(least), question, ends);
      const when = least === most ? `after ${least} mutations` : `after ${least} to ${most} mutations`;
      return `${this.client} was told ${show(told)} for ${show(question)} ${when}, where ${show(right)} was right`;
    });
  }
}

function toldBy(modification: Exclude<Modification, { type: "QueryRemoved" }>): Told {
  if (modification.type === "QueryUpdated") return { value: jsonToConvex(modification.value) as Seen };
  if (modification.errorData === undefined) return { error: modification.errorMessage };
  return { refusal: jsonToConvex(modification.errorData) as Seen };
}

function isTold(told: Told | null, right: Answer): boolean {
  return isDeepStrictEqual(told, right);
}

function rightAt(state: State, question: Question, ends: readonly PageEnd[] | null): Answer {
  const [end] = ends ?? [];
  return question.ask === "page" && end !== undefined
    ? pageUpTo(state, question, end)
    : answer(state, question);
}

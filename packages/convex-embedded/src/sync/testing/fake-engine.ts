/**
 * A simple database and functions in memory, so that the sync server can be tested alone. Documents are strings in
 * named lists, and a query reads whole lists.
 */
import type { Commit, ReadSet, SubscriptionIndex, Timestamp } from "../../database/api.js";
import type {
  ActionOutcome,
  Caller,
  FunctionFailure,
  FunctionRunner,
  MutationCall,
  MutationOutcome,
  QueryCall,
  QueryOutcome,
} from "../../functions/api.js";

type Args = Readonly<Record<string, unknown>>;

/** Compares everything with everything. */
export function createBruteForceIndex<T>(): SubscriptionIndex<T> {
  const reads = new Map<T, ReadSet>();
  const overlaps = (commit: Commit, { ranges }: ReadSet) =>
    ranges.some(({ indexId, start, end }) =>
      (commit.writtenKeys.get(indexId) ?? []).some((key) => key >= start && (end === null || key < end)),
    );
  return {
    set: (subscriber, readSet) => void reads.set(subscriber, readSet),
    remove: (subscriber) => void reads.delete(subscriber),
    affectedBy: (commits) =>
      new Set(
        [...reads].filter(([, set]) => commits.some((commit) => overlaps(commit, set))).map(([key]) => key),
      ),
  };
}

export class FakeDatabase {
  latestTs: Timestamp = 1000n;
  readonly lists = new Map<string, string[]>();
  readonly #listeners = new Set<(commits: readonly Commit[]) => void>();

  onApplied(listener: (commits: readonly Commit[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notifies the listeners like a durable commit. */
  append(list: string, text: string): Timestamp {
    this.lists.set(list, [...(this.lists.get(list) ?? []), text]);
    this.latestTs += 1n;
    const commit: Commit = { ts: this.latestTs, writtenKeys: new Map([[1, [`${list}!`]]]) };
    for (const listener of this.#listeners) listener([commit]);
    return this.latestTs;
  }
}

function readsOf(list: string): ReadSet {
  return { ranges: [{ indexId: 1, start: `${list}!`, end: `${list}"` }] };
}

function argsOf(text: string): Args {
  const parsed: unknown = JSON.parse(text);
  const first: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
  return typeof first === "object" && first !== null ? { ...first } : {};
}

function listOf(args: Args): string {
  const list = args["list"];
  return typeof list === "string" ? list : "default";
}

function fail(message: string): FunctionFailure {
  return {
    status: "error",
    message: `[Request ID: 0123456789abcdef] Server Error\n${message}`,
    logLines: [],
  };
}

/** Tests may delay mutations to end a socket in between. */
export class FakeRunner implements FunctionRunner {
  readonly database = new FakeDatabase();
  queryRuns: string[] = [];
  mutationRuns = 0;
  actionRuns = 0;
  /** Runs after a mutation took effect and before its response. */
  holdAnswer: () => Promise<void> = () => Promise.resolve();
  /** How many mutations and actions are refused, as if too many others were running. */
  refuseNext = 0;
  holdAction: () => Promise<void> = () => Promise.resolve();
  readonly #requests = new Map<string, MutationOutcome>();

  async runQueries(calls: readonly QueryCall[]): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }> {
    const ts = this.database.latestTs;
    const outcomes = calls.map((call) => this.#query(call));
    await new Promise((resolve) => setImmediate(resolve));
    return { ts, outcomes };
  }

  #query({ path, args, caller, journal }: QueryCall): QueryOutcome {
    this.queryRuns.push(path);
    const list = listOf(argsOf(args));
    const texts = this.database.lists.get(list) ?? [];
    const reads = readsOf(list);
    const answer = (value: unknown, ownJournal: string | null = null): QueryOutcome => ({
      status: "success",
      value: JSON.stringify(value),
      logLines: [],
      journal: ownJournal,
      reads,
    });
    switch (path) {
      case "fake:list":
        return answer(texts);
      case "fake:count":
        return answer(texts.length);
      case "fake:isEmpty":
        return answer(texts.length === 0);
      case "fake:clock":
        return { ...answer(`run ${this.queryRuns.length}`), hasSeenClock: true };
      case "fake:identifier":
        return answer(caller.identity?.["tokenIdentifier"] ?? null);
      case "fake:whoami":
        return answer(caller.identity?.["subject"] ?? null);
      case "fake:firstPage": {
        // The journal stores where the first run's page ended.
        const end = journal ?? String(Math.min(2, texts.length));
        return answer(texts.slice(0, Number(end)), end);
      }
      case "fake:failing":
        return { ...fail(`Uncaught Error: ${texts.length} is bad`), journal: null, reads };
      default:
        return {
          ...fail(`Could not find public function for '${path}'.`),
          journal: null,
          reads: { ranges: [] },
        };
    }
  }

  #refusal(): FunctionFailure | null {
    if (this.refuseNext === 0) return null;
    this.refuseNext -= 1;
    const refusal = { code: "TooManyConcurrentRequests", message: "Too many." } as const;
    return { ...fail(refusal.message), refusal };
  }

  async runMutation({ path, args, request, caller }: MutationCall): Promise<MutationOutcome> {
    await Promise.resolve();
    const refused = this.#refusal();
    if (refused !== null) return refused;
    const key = request && `${request.sessionId}/${request.requestId}`;
    const known = key === undefined ? undefined : this.#requests.get(key);
    if (known) return known;
    const outcome = this.#mutate(path, argsOf(args), caller);
    if (key !== undefined && outcome.status === "success") this.#requests.set(key, outcome);
    await this.holdAnswer();
    return outcome;
  }

  #mutate(path: string, args: Args, caller: Caller): MutationOutcome {
    const success = (ts: Timestamp): MutationOutcome => ({
      status: "success",
      value: '"done"',
      logLines: [],
      ts,
    });
    switch (path) {
      case "fake:append":
        this.mutationRuns += 1;
        return success(this.database.append(listOf(args), String(args["text"] ?? "")));
      case "fake:nothing":
        return success(this.database.latestTs);
      case "fake:refuse":
        return { ...fail("Uncaught ConvexError: no"), data: '{"code":"NO"}' };
      case "fake:secret":
        return caller.visibility === "internal" ? success(this.database.latestTs) : fail("not found");
      default:
        return fail(`Could not find public function for '${path}'.`);
    }
  }

  async runAction({ path, args }: { path: string; args: string }): Promise<ActionOutcome> {
    const refused = this.#refusal();
    if (refused !== null) return refused;
    this.actionRuns += 1;
    await this.holdAction();
    if (path !== "fake:echo") return fail(`Could not find public function for '${path}'.`);
    return { status: "success", value: JSON.stringify(argsOf(args)), logLines: [] };
  }

  hasRoute(_method: string, _pathname: string): boolean {
    return false;
  }

  runHttpAction(): Promise<null> {
    return Promise.resolve(null);
  }

  valuesTakenBy(path: string): number {
    return path === "fake:echo" ? Infinity : 0;
  }

  kindOf(path: string) {
    if (!path.startsWith("fake:")) return null;
    if (path === "fake:echo") return "action" as const;
    return /:(append|nothing|refuse|secret)$/.test(path) ? ("mutation" as const) : ("query" as const);
  }
}

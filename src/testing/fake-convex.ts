/**
 * Replaces `convex/react` in component tests. Queries return results that a test sets and can change at any time.
 * Mutations call the test's function. Every subscription and call is recorded.
 *
 * Use: `vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact)`.
 */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { api } from "@convex/_generated/api";

type Args = Record<string, unknown>;
/** The result of a query: a value, an Error, or undefined while it loads. */
type Answer = (args: Args) => unknown;
type Work = (args: Args) => unknown;
type Query = FunctionReference<"query">;
type Callable = FunctionReference<"mutation" | "action">;

/** A plan without a limit, which most tests of screens use. */
const NO_DOG_LIMIT = { canAddDog: true, currentCount: 0, limit: null, planType: "self-hosted" };

class FakeConvex {
  private answers = new Map<string, Answer>();
  private works = new Map<string, Work>();
  private listeners = new Set<() => void>();
  private version = 0;
  /** In the order in which the subscriptions began. */
  subscriptions: { name: string; args: Args }[] = [];
  calls: { name: string; args: Args }[] = [];
  /** Queries without a subscription. */
  reads: { name: string; args: Args }[] = [];
  isConnected = true;

  reset(): void {
    this.answers.clear();
    this.query(api.billing.billing.dogLimitCheck, () => NO_DOG_LIMIT);
    this.query(api.contacts.contacts.suggest, () => []);
    this.works.clear();
    this.subscriptions = [];
    this.calls = [];
    this.reads = [];
    this.isConnected = true;
    this.changed();
  }

  /**
   * Sets the result of a query, such as `query(api.dogs.dogs.list, () => page)`. Open screens show the result
   * immediately.
   */
  query(reference: Query, answer: Answer): void {
    this.answers.set(getFunctionName(reference), answer);
    this.changed();
  }

  mutation(reference: Callable, work: Work): void {
    this.works.set(getFunctionName(reference), work);
  }

  setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    this.changed();
  }

  callsOf(reference: Callable): Args[] {
    const name = getFunctionName(reference);
    return this.calls.filter((call) => call.name === name).map((call) => call.args);
  }

  subscriptionsOf(reference: Query): Args[] {
    const name = getFunctionName(reference);
    return this.subscriptions.filter((subscription) => subscription.name === name).map(({ args }) => args);
  }

  answer(name: string, args: Args): unknown {
    return this.answers.get(name)?.(args);
  }

  async call(name: string, args: Args): Promise<unknown> {
    this.calls.push({ name, args });
    const work = this.works.get(name);
    if (!work) throw new Error(`No such mutation in this test: ${name}`);
    return await work(args);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getVersion = (): number => this.version;

  private changed(): void {
    this.version += 1;
    for (const listener of [...this.listeners]) listener();
  }
}

/** The one fake backend of a test file. Call `reset` before each test. */
export const fakeConvex = new FakeConvex();

function useMutation(reference: FunctionReference<"mutation">): (args?: Args) => Promise<unknown> {
  const name = getFunctionName(reference);
  return useMemo(
    () =>
      async (args: Args = {}) =>
        await fakeConvex.call(name, args),
    [name],
  );
}

const client = {
  url: "https://convex.test",
  connectionState: () => ({ isWebSocketConnected: fakeConvex.isConnected }),
  watchQuery: (reference: Query, args: Args) => {
    const name = getFunctionName(reference);
    let read: { version: number; result: unknown } | undefined;
    return {
      onUpdate: (listener: () => void) => {
        fakeConvex.subscriptions.push({ name, args });
        return fakeConvex.subscribe(listener);
      },
      localQueryResult: () => {
        const version = fakeConvex.getVersion();
        if (read?.version !== version) read = { version, result: fakeConvex.answer(name, args) };
        if (read.result instanceof Error) throw read.result;
        return read.result;
      },
    };
  },
  subscribeToConnectionState: (listener: (state: { isWebSocketConnected: boolean }) => void) =>
    fakeConvex.subscribe(() => listener({ isWebSocketConnected: fakeConvex.isConnected })),
  query: async (reference: FunctionReference<"query">, args: Args = {}): Promise<unknown> => {
    const name = getFunctionName(reference);
    fakeConvex.reads.push({ name, args });
    const answer = fakeConvex.answer(name, args);
    if (answer instanceof Error) throw answer;
    return await Promise.resolve(answer);
  },
  mutation: async (reference: Callable, args: Args = {}) =>
    await fakeConvex.call(getFunctionName(reference), args),
  action: async (reference: Callable, args: Args = {}) =>
    await fakeConvex.call(getFunctionName(reference), args),
};

/** Returns the query's result as the only page. */
function usePaginatedQuery(query: FunctionReference<"query">, args: Args) {
  useSyncExternalStore(fakeConvex.subscribe, fakeConvex.getVersion);
  const name = getFunctionName(query);
  const asked = JSON.stringify(args);
  useEffect(() => {
    fakeConvex.subscriptions.push({ name, args: JSON.parse(asked) as Args });
  }, [name, asked]);
  const page = fakeConvex.answer(name, args);
  return { results: page ?? [], status: page ? "Exhausted" : "LoadingFirstPage", loadMore: () => undefined };
}

type Asked = Record<string, { query: Query; args: Args }>;

function useQueries(asked: Asked): Record<string, unknown> {
  useSyncExternalStore(fakeConvex.subscribe, fakeConvex.getVersion);
  return Object.fromEntries(
    Object.entries(asked).map(([key, { query, args }]) => [
      key,
      fakeConvex.answer(getFunctionName(query), args),
    ]),
  );
}

const useConvex = () => client;

function useConvexConnectionState() {
  useSyncExternalStore(fakeConvex.subscribe, fakeConvex.getVersion);
  return { isWebSocketConnected: fakeConvex.isConnected };
}

/** Actions are called and recorded like mutations. */
const useAction = useMutation;

export const fakeConvexReact = {
  ...{ usePaginatedQuery, useQueries, useMutation, useAction },
  ...{ useConvex, useConvexConnectionState },
};

/**
 * Tests the unmodified client libraries on the runtime.
 * @vitest-environment jsdom
 */
import { createElement, type ReactNode } from "react";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { ConvexHttpClient } from "convex/browser";
import { fetchAction, fetchMutation, fetchQuery, preloadedQueryResult, preloadQuery } from "convex/nextjs";
import {
  ConvexProvider,
  ConvexProviderWithAuth,
  ConvexReactClient,
  insertAtTop,
  useAction,
  useConvexAuth,
  useConvexConnectionState,
  useMutation,
  usePaginatedQuery,
  usePaginatedQuery_experimental,
  usePreloadedQuery,
  useQueries,
  useQuery,
} from "convex/react";
import { makeFunctionReference, type PaginationOptions, type PaginationResult } from "convex/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import WebSocket from "ws";
import {
  keysAsDataUrl,
  makeKey,
  type IssuedKey,
} from "../../packages/convex-embedded/src/auth/testing/identity-provider";
import { asBrowserSocket } from "../../packages/convex-embedded/src/sync/testing/sync-harness";
import { startRuntime, type Runtime } from "../support/runtime";

interface InBook extends Record<string, string> {
  book: string;
}
interface Signature extends InBook {
  name: string;
}
interface Guest {
  readonly name: string;
}

const names = makeFunctionReference<"query", InBook, string[]>("guests:names");
const page = makeFunctionReference<
  "query",
  { book: string; paginationOpts: PaginationOptions },
  PaginationResult<Guest>
>("guests:page");
const sign = makeFunctionReference<"mutation", Signature, number>("guests:sign");
const signLater = makeFunctionReference<"action", Signature, number>("guests:signLater");

const whoAmI = makeFunctionReference<"query", Record<string, never>, string>("guests:whoAmI");
const ISSUER = "https://accounts.example";
/** Tokens of the tests never expire. */
const LAST_SECOND = Date.UTC(2100, 0, 1) / 1000;

let runtime: Runtime;
let key: IssuedKey;
let client: ConvexReactClient;
let book: string;
let books = 0;

beforeAll(async () => {
  key = await makeKey("clients");
  const env = { TEST_JWKS: keysAsDataUrl([key]) };
  runtime = await startRuntime({ functions: "tests/fixtures/clients", env });
});
afterAll(async () => {
  await runtime?.stop();
});
beforeEach(() => {
  client = new ConvexReactClient(runtime.origin, {
    webSocketConstructor: asBrowserSocket(WebSocket),
    logger: false,
  });
  books += 1;
  book = `book ${books}`;
});
afterEach(async () => {
  cleanup();
  await client.close();
});

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(ConvexProvider, { client, children });
const http = () => new ConvexHttpClient(runtime.origin, { logger: false });

/** The state is checked before any response has arrived. */
function beginNow<Result>(begin: () => Promise<Result>): Promise<Result> | undefined {
  const begun: { result?: Promise<Result> } = {};
  act(() => {
    begun.result = begin();
  });
  return begun.result;
}

async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await http().mutation(sign, { book, name: `guest ${String(index).padStart(2, "0")}` });
}

it("useQuery shows changes, is undefined while skipped, and useQueries runs several", async () => {
  const several = { mine: { query: names, args: { book } }, other: { query: names, args: { book: "none" } } };
  const { result, rerender } = renderHook(
    ({ isSkipped }: { isSkipped: boolean }) => ({
      one: useQuery(names, isSkipped ? "skip" : { book }),
      all: useQueries(several),
      state: useConvexConnectionState(),
    }),
    { wrapper, initialProps: { isSkipped: true } },
  );
  await waitFor(() => expect(result.current.all).toEqual({ mine: [], other: [] }));
  expect(result.current.one).toBeUndefined();
  rerender({ isSkipped: false });
  await fill(1);
  await waitFor(() => expect(result.current.one).toEqual(["guest 00"]));
  expect(result.current.all).toEqual({ mine: ["guest 00"], other: [] });
  expect(result.current.state).toMatchObject({ isWebSocketConnected: true, hasEverConnected: true });
});

it("usePaginatedQuery loads page by page, and an inserted row appears once in its place", async () => {
  await fill(5);
  const { result } = renderHook(() => usePaginatedQuery(page, { book }, { initialNumItems: 2 }), { wrapper });
  expect(result.current.status).toBe("LoadingFirstPage");
  await waitFor(() => expect(result.current.status).toBe("CanLoadMore"));
  act(() => result.current.loadMore(2));
  expect(result.current.status).toBe("LoadingMore");
  await waitFor(() => expect(result.current.results).toHaveLength(4));
  await http().mutation(sign, { book, name: "guest 01 and a half" });
  await waitFor(() => expect(result.current.results).toHaveLength(5));
  act(() => result.current.loadMore(10));
  await waitFor(() => expect(result.current.status).toBe("Exhausted"));
  expect(result.current.results.map(({ name }) => name)).toEqual([
    ...["guest 00", "guest 01", "guest 01 and a half", "guest 02", "guest 03", "guest 04"],
  ]);
});

it("the experimental paginated hooks also load page by page, and split a page that has become too long", async () => {
  await fill(3);
  const { result } = renderHook(
    () => usePaginatedQuery_experimental({ query: page, args: { book }, initialNumItems: 2 }),
    { wrapper },
  );
  await waitFor(() => expect(result.current).toMatchObject({ status: "success", canLoadMore: true }));
  const shown = () => (result.current.data ?? []).map(({ name }) => name);
  // This is more than twice the requested page size.
  const between = Array.from({ length: 6 }, (_, at) => `guest 00 ${at}`);
  for (const name of between) await http().mutation(sign, { book, name });
  await waitFor(() => expect(shown()).toEqual(["guest 00", ...between, "guest 01"]));
  act(() => result.current.loadMore(10));
  await waitFor(() => expect(result.current).toMatchObject({ status: "success", canLoadMore: false }));
  expect(shown()).toEqual(["guest 00", ...between, "guest 01", "guest 02"]);
});

it("functions know a user who signs in before the app shows them, and no longer after signing out", async () => {
  let token: string | null = await key.sign({ iss: ISSUER, aud: "convex", sub: "ada", exp: LAST_SECOND });
  const fetchAccessToken = () => Promise.resolve(token);
  const signedIn = { isLoading: false, isAuthenticated: true, fetchAccessToken };
  let state = signedIn;
  const useAuth = () => state;
  const seen: string[] = [];
  const { result, rerender } = renderHook(
    () => {
      const auth = useConvexAuth();
      const me = useQuery(whoAmI, auth.isAuthenticated ? {} : "skip");
      seen.push(`${auth.isAuthenticated} ${String(me)}`);
      return { auth, me };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(ConvexProviderWithAuth, { client, useAuth, children }),
    },
  );
  expect(result.current.auth).toMatchObject({ isLoading: true, isAuthenticated: false });
  await waitFor(() => expect(result.current.me).toBe("ada"));
  expect(result.current.auth).toMatchObject({ isLoading: false, isAuthenticated: true });
  expect(seen).not.toContain("true nobody");

  state = { ...signedIn, isAuthenticated: false };
  rerender();
  await waitFor(() =>
    expect(result.current.auth).toMatchObject({ isLoading: false, isAuthenticated: false }),
  );
  // Until the server has processed the change, the client returns the last result of the open subscription.
  await waitFor(async () => expect(await client.query(whoAmI, {})).toBe("nobody"));

  token = "no token";
  state = signedIn;
  rerender();
  await waitFor(() =>
    expect(result.current.auth).toMatchObject({ isLoading: false, isAuthenticated: false }),
  );
  expect(seen).not.toContain("true nobody");
});

it("an optimistic update is shown immediately, is replaced by the result, and is removed when the mutation is refused", async () => {
  const { result } = renderHook(
    () => {
      const list = useQuery(names, { book });
      const signNow = useMutation(sign).withOptimisticUpdate((store, { name }) => {
        store.setQuery(names, { book }, [...(store.getQuery(names, { book }) ?? []), `${name}?`]);
      });
      return { list, signNow };
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.list).toEqual([]));
  const signed = beginNow(() => result.current.signNow({ book, name: "Ada" }));
  expect(result.current.list).toEqual(["Ada?"]);
  expect(await signed).toBe(3);
  await waitFor(() => expect(result.current.list).toEqual(["Ada"]));
  const refused = beginNow(() => result.current.signNow({ book, name: "" }));
  expect(result.current.list).toEqual(["Ada", "?"]);
  await expect(refused).rejects.toMatchObject({ data: { field: "name" } });
  await waitFor(() => expect(result.current.list).toEqual(["Ada"]));
});

it("an optimistic row is at the top of a paginated list until the real row is in its place", async () => {
  await fill(3);
  const { result } = renderHook(
    () => {
      const list = usePaginatedQuery(page, { book }, { initialNumItems: 10 });
      const signNow = useMutation(sign).withOptimisticUpdate((localQueryStore, { name }) => {
        const argsToMatch = { book };
        insertAtTop({ paginatedQuery: page, argsToMatch, localQueryStore, item: { name: `${name}?` } });
      });
      return { rows: list.results.map(({ name }) => name).join(), signNow };
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.rows).toBe("guest 00,guest 01,guest 02"));
  const signed = beginNow(() => result.current.signNow({ book, name: "zoe" }));
  expect(result.current.rows).toBe("zoe?,guest 00,guest 01,guest 02");
  await signed;
  await waitFor(() => expect(result.current.rows).toBe("guest 00,guest 01,guest 02,zoe"));
});

it("a prerendered page continues live from its initial data", async () => {
  const options = { url: runtime.origin, skipConvexDeploymentUrlCheck: true };
  expect(await fetchMutation(sign, { book, name: "Ada" }, options)).toBe(3);
  expect(await fetchAction(signLater, { book, name: "Boole" }, options)).toBe(5);
  expect(await fetchQuery(names, { book }, options)).toEqual(["Ada", "Boole"]);
  const ahead = await preloadQuery(names, { book }, options);
  expect(preloadedQueryResult(ahead)).toEqual(["Ada", "Boole"]);
  const { result } = renderHook(() => ({ list: usePreloadedQuery(ahead), later: useAction(signLater) }), {
    wrapper,
  });
  expect(result.current.list).toEqual(["Ada", "Boole"]);
  await act(async () => {
    await result.current.later({ book, name: "Cantor" });
  });
  await waitFor(() => expect(result.current.list).toEqual(["Ada", "Boole", "Cantor"]));
});

it("the HTTP client sends mutations one by one or at once, shows what functions print, and uses a given fetch", async () => {
  const lines: unknown[][] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const asked: string[] = [];
  const told = new ConvexHttpClient(runtime.origin, {
    logger: { logVerbose: note, log: note, warn: note, error: note },
    fetch: (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  await Promise.all(["a", "b", "c"].map((name) => told.mutation(sign, { book, name })));
  expect(await told.query(names, { book })).toEqual(["a", "b", "c"]);
  await Promise.all(["d", "e"].map((name) => told.mutation(sign, { book, name }, { skipQueue: true })));
  expect(await told.consistentQuery(names, { book })).toHaveLength(5);
  expect(new Set(asked)).toEqual(
    new Set(["/api/mutation", "/api/query", "/api/query_ts", "/api/query_at_ts"]),
  );
  expect(lines.flat().join(" ")).toContain("signed by");
});

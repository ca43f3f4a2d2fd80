/**
 * A live query for a screen: loading, ready or failed, with a retry. An unexpected failure is retried once before
 * it is shown. An expected failure (a coded error) is shown immediately. If the server refuses data that are on
 * screen, the data are removed.
 */
import { startTransition, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useConvex, type Watch } from "convex/react";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { convexToJson } from "convex/values";
import { KennelContext, seenScope } from "@/hooks/use-kennel";
import { useOffline } from "@/hooks/use-offline";
import { lastSeen, seenKey } from "@/lib/last-seen/last-seen";
import { tellShown } from "@/lib/shown";
import { getErrorData } from "@domain/errors";

export type LiveQuery<T> = { retry: () => void } & (
  | { status: "loading"; data: undefined; error: undefined }
  | { status: "ready"; data: T; error: undefined }
  | { status: "error"; data: undefined; error: Error }
);

/** How often a failed query is retried automatically. The product documents say once. */
const AUTOMATIC_RETRIES = 1;
const RETRY_DELAY_MS = 300;

function arrived(watch: Watch<unknown> | null): unknown {
  try {
    return watch?.localQueryResult();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/**
 * Subscribes to the result of a query. The first result renders a large part of the page, so React may render it in
 * pieces and react to the user between them. With `useQueries` the page would freeze instead. Later results only
 * change what is shown, and are rendered immediately.
 */
function useArrived(watch: Watch<unknown> | null): unknown {
  const [seen, setSeen] = useState(() => ({ watch, result: arrived(watch) }));
  let shown = seen;
  if (seen.watch !== watch) {
    shown = { watch, result: arrived(watch) };
    setSeen(shown);
  }
  const hasResult = useRef(false);
  useEffect(() => {
    hasResult.current = shown.result !== undefined;
  });
  useEffect(() => {
    if (watch === null) return;
    const look = () => {
      const result = arrived(watch);
      const show = () =>
        setSeen((last) => (last.watch === watch && last.result !== result ? { watch, result } : last));
      if (hasResult.current) show();
      else startTransition(show);
    };
    const end = watch.onUpdate(look);
    // A result may have arrived since the page was rendered.
    look();
    return end;
  }, [watch]);
  return shown.result;
}

/** Stores results for offline use, and deletes refused ones. */
function useKeeping(
  query: FunctionReference<"query">,
  args: Record<string, unknown> | "skip",
  result: unknown,
) {
  const isOffline = useOffline() !== null;
  const kennel = useContext(KennelContext)?.kennel;
  const key = args === "skip" || isOffline ? null : seenKey(query, args);
  const scope = kennel ? seenScope(kennel) : "";
  useEffect(() => {
    if (result !== undefined && scope !== "") tellShown();
    if (key === null || result === undefined) return;
    if (!(result instanceof Error)) lastSeen().keep(key, scope, result);
    else if (getErrorData(result)) lastSeen().drop(key);
  }, [key, scope, result]);
}

/** Subscribes to a query, or to nothing with 'skip', and reruns it on `retry`. */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): LiveQuery<FunctionReturnType<Query>> {
  const requestKey = `${getFunctionName(query)} ${args === "skip" ? "" : JSON.stringify(convexToJson(args))}`;
  // While a query is paused its subscription is removed, so that the next subscription queries the server again.
  const [pausedKey, setPausedKey] = useState<string | null>(null);
  const [retried, setRetried] = useState({ requestKey, count: 0 });
  const isPaused = pausedKey === requestKey;
  const retriesLeft = AUTOMATIC_RETRIES - (retried.requestKey === requestKey ? retried.count : 0);

  const client = useConvex();
  const watch = useMemo(
    () => (args === "skip" || isPaused ? null : client.watchQuery(query, args)),
    // The key represents function and arguments, whose identities change with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [client, requestKey, isPaused],
  );
  const result = useArrived(watch);
  const isRetryDue = result instanceof Error && !getErrorData(result) && retriesLeft > 0;

  useEffect(() => {
    if (!isPaused) return;
    const timer = setTimeout(() => setPausedKey(null), 0);
    return () => clearTimeout(timer);
  }, [isPaused]);

  useEffect(() => {
    if (!isRetryDue) return;
    const timer = setTimeout(() => {
      setRetried((last) => ({ requestKey, count: last.requestKey === requestKey ? last.count + 1 : 1 }));
      setPausedKey(requestKey);
    }, RETRY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isRetryDue, requestKey]);

  useKeeping(query, args, result);

  const retry = () => setPausedKey(requestKey);
  if (result instanceof Error && !isRetryDue)
    return { status: "error", data: undefined, error: result, retry };
  if (result === undefined || result instanceof Error) {
    return { status: "loading", data: undefined, error: undefined, retry };
  }
  return { status: "ready", data: result as FunctionReturnType<Query>, error: undefined, retry };
}

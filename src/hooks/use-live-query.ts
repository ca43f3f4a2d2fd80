/**
 * A live query as a screen needs it: loading, ready or failed, with a retry. An unexpected failure is tried
 * once more before it is shown; an answer the server meant (a coded error) is shown at once. Data never stays
 * on the screen after the server has refused it.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import { useQueries } from "convex/react";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { convexToJson } from "convex/values";
import { readAppError } from "@/lib/errors";

export type LiveQuery<T> =
  | { status: "loading"; data: undefined; error: undefined; retry: () => void }
  | { status: "ready"; data: T; error: undefined; retry: () => void }
  | { status: "error"; data: undefined; error: Error; retry: () => void };

/** How often a failed fetch is repeated without being asked; the product documents say once. */
const AUTOMATIC_RETRIES = 1;

/** Subscribes to a query, or to nothing with 'skip', and reruns it on `retry`. */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): LiveQuery<FunctionReturnType<Query>> {
  const name = getFunctionName(query);
  const argsKey = args === "skip" ? "skip" : JSON.stringify(convexToJson(args));
  const requestKey = `${name} ${argsKey}`;
  // While a request key is paused its subscription is dropped, so that the next render asks afresh.
  const [pausedKey, setPausedKey] = useState<string | null>(null);
  const retriesRef = useRef({ requestKey, count: 0 });

  const isPaused = pausedKey === requestKey;
  const queries = useMemo(
    () => (args === "skip" || isPaused ? {} : { result: { query, args } }),
    // The key stands for the function and its arguments, whose identities change with every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [requestKey, isPaused],
  );
  const result: unknown = useQueries(queries).result;

  useEffect(() => {
    if (isPaused) setPausedKey(null);
  }, [isPaused]);

  useEffect(() => {
    const retries = retriesRef.current;
    if (retries.requestKey !== requestKey) retriesRef.current = { requestKey, count: 0 };
    if (!(result instanceof Error) || readAppError(result)) return;
    if (retriesRef.current.count >= AUTOMATIC_RETRIES) return;
    retriesRef.current.count += 1;
    setPausedKey(requestKey);
  }, [requestKey, result]);

  const retry = () => setPausedKey(requestKey);
  if (result instanceof Error) {
    return { status: "error", data: undefined, error: result, retry };
  }
  if (result === undefined) return { status: "loading", data: undefined, error: undefined, retry };
  return { status: "ready", data: result as FunctionReturnType<Query>, error: undefined, retry };
}

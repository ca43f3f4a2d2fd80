/**
 * The live pages of a list. While other filters load, the last page stays (marked as stale) so that the screen does not
 * jump; it goes at once when the server refuses.
 */
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";

/** A list that the server returns in pages: the query, and what narrows it. */
export type PagedQuery<Page> = {
  query: FunctionReference<"query", "public", Record<string, unknown>, Page>;
  args: Record<string, unknown>;
};

export type LivePage<Page> = {
  page: Page | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Joins a query and its arguments; which page is read is said later. */
export const pagedQuery = <Query extends FunctionReference<"query">>(
  query: Query,
  args: Omit<FunctionArgs<Query>, "page">,
): PagedQuery<FunctionReturnType<Query>> => ({ query, args });

/** Subscribes to one page of a list, or to none where it is not asked for. */
export function useLivePage<Page>(
  { query, args }: PagedQuery<Page>,
  page: number,
  isAsked = true,
): LivePage<Page> {
  const result = useLiveQuery(query, isAsked ? { ...args, page } : "skip");
  return {
    page: useLastData(result, isAsked),
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}

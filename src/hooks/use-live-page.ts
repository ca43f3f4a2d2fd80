/**
 * The live pages of a list. While the list loads with other filters, the last page stays and is marked as stale, so
 * that the screen does not jump. If the server refuses the query, the page disappears immediately.
 */
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";

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

/** The page number is added later. */
export const pagedQuery = <Query extends FunctionReference<"query">>(
  query: Query,
  args: Omit<FunctionArgs<Query>, "page">,
): PagedQuery<FunctionReturnType<Query>> => ({ query, args });

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

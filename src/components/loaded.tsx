/** Shows the result of a query, or its loading or error state. */
import type { ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import type { LiveQuery } from "@/hooks/use-live-query";

type LoadedProps<Data> = {
  query: LiveQuery<Data>;
  failureText: string;
  retryLabel?: string;
  /** A Tailwind class for the skeleton, such as 'h-24'. */
  height: string;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, failureText, height, children, ...retry }: LoadedProps<Data>) {
  if (query.status === "error") return <LoadError message={failureText} onRetry={query.retry} {...retry} />;
  if (query.status === "loading") return <Skeleton className={height} />;
  return children(query.data);
}

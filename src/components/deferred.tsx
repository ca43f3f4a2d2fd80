/**
 * Renders a large part of the page in pieces, so that a slow phone reacts between two pieces instead of freezing.
 * The fallback stays visible until the whole part is ready.
 */
import type { ReactNode } from "react";
import { useIsPainted } from "@/hooks/use-is-painted";

export function Deferred({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isShown = useIsPainted();
  return isShown ? children : fallback;
}

/**
 * Navigation within and between dogs' pages. The open tab is part of the address (`?tab=health`). Opening a tab or
 * another dog adds no entry to the browser's history, so that Back and closing return to the list.
 */
import type { ReactNode } from "react";
import { Link, useLocation } from "@/lib/router";
import { oneOf, useMarks, useScreenAddress, without } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { pageOf } from "@domain/history/places";

/** The first tab is open by default. */
export function useDogTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [{ tab }, change] = useScreenAddress({ tab: oneOf(tabs, tabs[0]) });
  const state = useMarks();
  // the history state says that the list is one entry back
  const openTab = (opened: string) =>
    change({ tab: tabs.find((each) => each === opened) ?? tabs[0] }, { replace: true, state });
  return { tab, openTab };
}

type DogLinkProps = { dogId: string; className?: string; children: ReactNode };

/** A link from one dog's page to the first tab of another dog's page. */
export function DogLink({ dogId, className, children }: DogLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: pageOf("dogs", dogId), search: without(search, ["tab"]) }}
      replace
      state={useMarks()}
      className={cn("underline decoration-1 underline-offset-4 hover:decoration-2", className)}
    >
      {children}
    </Link>
  );
}

/** A link from one dog's page to another's. It takes the page's place, so that closing leads back to the list. */
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "@/lib/router";
import { cn } from "@/lib/utils";

const NAME = "tab";

/** Returns the open tab, the first unless the address names another, and a way to open one. */
export function useDogTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const tab = tabs.find((each) => each === params.get(NAME)) ?? tabs[0];
  const openTab = (opened: string) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        if (opened === tabs[0]) next.delete(NAME);
        else next.set(NAME, opened);
        return next;
      },
      // The state knows that the list is one step back.
      { replace: true, state },
    );
  return { tab, openTab };
}

/** Takes the tab out of an address that leads to another dog, or back to the list. */
export function withoutTab(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(NAME);
  const rest = params.toString();
  return rest === "" ? "" : `?${rest}`;
}

type DogLinkProps = { dogId: string; className?: string; children: ReactNode };

/** Renders the link over the same list. */
export function DogLink({ dogId, className, children }: DogLinkProps) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  return (
    <Link
      to={{ pathname: `/dashboard/dogs/${dogId}`, search: withoutTab(search) }}
      replace
      state={state}
      className={cn("underline decoration-1 underline-offset-4 hover:decoration-2", className)}
    >
      {children}
    </Link>
  );
}

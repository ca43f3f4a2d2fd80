/** A link from one dog's page to another's. It takes the page's place, so that closing leads back to the list. */
import type { ReactNode } from "react";
import { Link, useLocation } from "@/lib/router";
import { withoutTab } from "@/features/dogs/detail/dog-tab-address";
import { cn } from "@/lib/utils";

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

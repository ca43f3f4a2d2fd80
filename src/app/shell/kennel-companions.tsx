/**
 * The other members who are in the kennel right now. They are shown beside the kennel's name; on phones, in the
 * menu.
 */
import { Suspense } from "react";
import { sentenceOf } from "@/entities/people/companion-words";
import type { Companion } from "@/hooks/use-stay";
import { lateLazy } from "@/lib/ready-lazy";

const CompanionsButton = lateLazy(
  async () => (await import("@/entities/people/companions")).CompanionsButton,
);

type KennelCompanionsProps = { people: readonly Companion[] };

/** Renders the avatars of the others. Small screens have no room for avatars beside the kennel's name. */
export function KennelCompanions({ people }: KennelCompanionsProps) {
  return (
    <div className="hidden md:block">
      {/* The region is always rendered, so that screen readers also announce the first arrival. */}
      <span role="status" className="sr-only">
        {sentenceOf(people, "here")}
      </span>
      {people.length > 0 ? (
        <Suspense fallback={null}>
          <CompanionsButton people={people} viewing="here" />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Marks the menu button if the menu lists other people. */
export function CompanionsMark({ people }: KennelCompanionsProps) {
  if (people.length === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute top-2 right-2 size-2.5 rounded-full bg-brass-line ring-2 ring-background md:hidden"
    />
  );
}

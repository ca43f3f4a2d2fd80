/** Who else is in the kennel right now: beside the kennel's name, and on phones, which have no room there, in the menu. */
import { CompanionList, Companions } from "@/components/companions";
import type { Companion } from "@/hooks/use-stay";

type KennelCompanionsProps = { people: readonly Companion[] };

/** Renders the others' avatars; on small screens they leave their place to the kennel's name. */
export function KennelCompanions({ people }: KennelCompanionsProps) {
  return (
    <div className="hidden md:block">
      <Companions people={people} viewing="here" />
    </div>
  );
}

/** Marks the menu button while the menu tells of others. */
export function CompanionsMark({ people }: KennelCompanionsProps) {
  if (people.length === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute top-2 right-2 size-2.5 rounded-full bg-brass-line ring-2 ring-background md:hidden"
    />
  );
}

/** Renders the others as a part of the phone's menu, or nothing while there are none. */
export function CompanionsLine({ people }: KennelCompanionsProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label="Who else is here" className="border-t border-sidebar-border px-2.5 py-3 md:hidden">
      <CompanionList people={people} viewing="here" />
    </section>
  );
}

/** Who else is in the kennel, as a part of the phone's menu. */
import { CompanionList } from "@/entities/people/companions";
import type { Companion } from "@/hooks/use-stay";

/** Renders the others, or nothing while there are none. */
export function CompanionsLine({ people }: { people: readonly Companion[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-label="Who else is here" className="border-t border-sidebar-border px-2.5 py-3 md:hidden">
      <CompanionList people={people} viewing="here" />
    </section>
  );
}

/** A breeding's name, the sire in the first line and the dam in the second. */
import { damNameOf, sireNameOf, titleOf } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";

/** Renders the name; read out it is one line, 'sire × dam'. */
export function PairName({ breeding }: { breeding: Breeding }) {
  return (
    <>
      <span className="sr-only">{titleOf(breeding)}</span>
      <span aria-hidden className="block">
        {sireNameOf(breeding)}
      </span>
      <span aria-hidden className="block">
        <span className="mr-1.5 font-sans text-[1.1em] leading-none text-brass">×</span>
        {damNameOf(breeding)}
      </span>
    </>
  );
}

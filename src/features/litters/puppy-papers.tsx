/** The rarer facts on a puppy's card: its papers, its death, and its placements. */
import { usePlacements } from "@/entities/placements/use-placements";
import { CounterSigns } from "@/entities/signings/signings";
import { PuppyPlacements } from "@/entities/placements/placements";
import type { Puppy } from "@/features/litters/litter-words";
import { PUPPY_DEATH_FIELDS, PUPPY_PAPER_FIELDS } from "@domain/litters/record";
import { formatDay } from "@domain/formatting/formatting";
import type { Field } from "@domain/records/fields";
import { namesOf } from "@domain/records/record";
import { formatOf, inWords } from "@domain/records/words";

const RARE_FIELDS = { ...PUPPY_DEATH_FIELDS, ...PUPPY_PAPER_FIELDS };

function PuppyFacts({ puppy }: { puppy: Puppy }) {
  const facts = namesOf(RARE_FIELDS).filter((name) => puppy[name] !== null);
  return facts.map((name) => {
    const field: Field = RARE_FIELDS[name];
    return (
      <p key={name} className="text-sm break-words text-muted-foreground">
        {field.label}: {inWords(formatOf(field), puppy[name])}
      </p>
    );
  });
}

export function PuppyPapers({ puppy }: { puppy: Puppy }) {
  return (
    <>
      <PuppyFacts puppy={puppy} />
      <PuppyPlacements puppyId={puppy._id} />
    </>
  );
}

/**
 * For a card that shows only the next step: the handover and the documents that wait for the kennel's signature.
 */
export function PuppySignatures({ puppyId }: { puppyId: string }) {
  const open = usePlacements({ puppyId }).find(({ endedAt }) => endedAt === null);
  return (
    <>
      {open?.handedOverOn ? (
        <p className="text-sm text-muted-foreground">Handed over {formatDay(open.handedOverOn)}</p>
      ) : null}
      <CounterSigns placementId={open?._id} />
    </>
  );
}

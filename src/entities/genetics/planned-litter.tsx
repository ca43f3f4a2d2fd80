/** What a planned litter means for its breed, below what it means for the puppies. Live, like every pedigree. */
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";

/** Compares shares as they are written; a difference that would read as 0.00% says nothing. */
const isSame = (one: number, other: number): boolean => formatPercent(one) === formatPercent(other);

type PlannedLitterProps = { sireId: string; damId: string };

/** Renders nothing while it is calculated, and for a breed without living breeding dogs. */
export function PlannedLitter({ sireId, damId }: PlannedLitterProps) {
  const { data } = useLiveQuery(api.genetics.mates.litter, {
    ...{ dogId: damId, mateId: sireId, today: useToday() },
  });
  const doubt = useLiveQuery(api.genetics.mates.doubt, { dogId: damId, mateId: sireId }).data?.interval;
  const litter = data?.result;
  if (!litter) return null;
  const { coefficient, puppyKinship, breedKinship, puppies, diversityChange } = litter;
  const comparison = isSame(puppyKinship, breedKinship)
    ? "as common as average"
    : puppyKinship < breedKinship
      ? "rarer than average"
      : "more common than average";
  return (
    <ul aria-label="The litter and its breed" className="flex flex-col gap-1 text-sm">
      <li>
        F of the puppies {formatPercent(coefficient)}
        {doubt
          ? ` (${formatPercent(doubt.low, 1)} to ${formatPercent(doubt.high, 1)} if the doubtful links are wrong)`
          : ""}{" "}
        over the whole known pedigree
      </li>
      <li>
        Kinship to the breed {formatPercent(puppyKinship)}, breed {formatPercent(breedKinship)}: {comparison}
      </li>
      {isSame(Math.abs(diversityChange), 0) ? null : (
        <li>
          Diversity of the breed {diversityChange > 0 ? "+" : "-"}
          {formatPercent(Math.abs(diversityChange))} with {puppies} puppies
        </li>
      )}
    </ul>
  );
}

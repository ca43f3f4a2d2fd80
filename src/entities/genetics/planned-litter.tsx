/**
 * The effect of a planned litter on its breed, below the effect on the puppies. The figures are live, like every
 * pedigree.
 */
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";

/** Compares shares as they are displayed. A difference that would be displayed as 0.00% is omitted. */
const isSame = (one: number, other: number): boolean => formatPercent(one) === formatPercent(other);

type PlannedLitterProps = { sireId: string; damId: string };

/** Below this share of known ancestors, the calculated inbreeding is too low. */
const ENOUGH_KNOWN = 0.9;

/** Undefined or null while the server calculates the figures. */
export const usePlannedLitter = ({ sireId, damId }: PlannedLitterProps) =>
  useLiveQuery(api.genetics.mates.litter, { ...{ dogId: damId, mateId: sireId, today: useToday() } }).data
    ?.result;

/** Renders nothing while the server calculates the figures. */
export function PlannedLitter({ sireId, damId }: PlannedLitterProps) {
  const litter = usePlannedLitter({ sireId, damId });
  const doubt = useLiveQuery(api.genetics.mates.doubt, { dogId: damId, mateId: sireId }).data?.interval;
  if (!litter) return null;
  const { coefficient, limit, isOverLimit, completeness, breed, puppies } = litter;
  const known = completeness.reduce((sum, share) => sum + share, 0) / Math.max(1, completeness.length);
  return (
    <ul aria-label="The litter and its breed" className="flex flex-col gap-1 text-sm">
      <li>
        F of the puppies {formatPercent(coefficient)}
        {doubt
          ? ` (${formatPercent(doubt.low, 1)} to ${formatPercent(doubt.high, 1)} if the doubtful links are wrong)`
          : ""}{" "}
        over the whole known pedigree; {formatPercent(known, 0)} of their ancestors are known over{" "}
        {completeness.length} generations
        {known < ENOUGH_KNOWN ? ", and gaps make F look lower than it is" : ""}
      </li>
      {isOverLimit ? (
        <li className="font-semibold">That is over your kennel&apos;s limit of {formatPercent(limit)}</li>
      ) : null}
      {breed ? (
        <li>
          Kinship to the breed {formatPercent(breed.puppyKinship)}, breed {formatPercent(breed.breedKinship)}:{" "}
          {compareKinship(breed.puppyKinship, breed.breedKinship)}
        </li>
      ) : (
        <li>No living breeding dogs of the breed are recorded to compare with</li>
      )}
      {!breed || isSame(Math.abs(breed.diversityChange), 0) ? null : (
        <li>
          Diversity of the breed {breed.diversityChange > 0 ? "+" : "-"}
          {formatPercent(Math.abs(breed.diversityChange))} with {puppies} puppies
        </li>
      )}
    </ul>
  );
}

function compareKinship(puppies: number, breed: number): string {
  if (isSame(puppies, breed)) return "as common as average";
  return puppies < breed ? "rarer than average" : "more common than average";
}

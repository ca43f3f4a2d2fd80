/** The litters that came of a breeding. */
import { Link } from "@/lib/router";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders them, the first born first. */
export function BreedingLitters({ breedingId }: { breedingId: string }) {
  const result = useLiveQuery(api.breedings.breedings.litters, { breedingId });
  if (result.status === "error") return <LoadError message="Failed to load litters" onRetry={result.retry} />;
  if (result.status === "loading") return <Skeleton className="h-14" />;
  if (result.data.length === 0) return <p className="text-muted-foreground">No litter recorded</p>;
  return (
    <ul aria-label="Litters" className="flex flex-col gap-2">
      {result.data.map((litter) => (
        <li key={litter._id} className="rounded-md border bg-card p-3">
          <p className="font-semibold">
            <Link to={`/dashboard/litters/${litter._id}`} className="underline underline-offset-4">
              Litter of {formatDay(litter.whelpingDate)}
            </Link>
          </p>
          <p className="text-sm text-muted-foreground">
            {litter.numberBorn} born, {litter.numberAlive} alive · {litter.numberMales} male,{" "}
            {litter.numberFemales} female
          </p>
          {litter.notes ? (
            <p className="mt-1 text-sm break-words whitespace-pre-wrap">{litter.notes}</p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** A dog's offspring, litter by litter: the mate, the day of birth and the dogs. */
import { useState } from "react";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { FunctionReturnType } from "convex/server";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { DetailSection } from "@/components/detail-section";
import { DogLink } from "@/features/dogs/dog-link";
import { RelativeList } from "@/features/dogs/detail/relative-list";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import { OFFSPRING_STEP } from "@domain/constants/breedings";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type Offspring = NonNullable<FunctionReturnType<typeof api.dogs.relatives.offspring>>;
type BirthGroup = Offspring["litters"][number];

type DogOffspringProps = { dogId: string; today: string };

/** Renders the offspring, the youngest litter first. */
export function DogOffspring({ dogId, today }: DogOffspringProps) {
  const [limit, setLimit] = useState(OFFSPRING_STEP);
  const [last, setLast] = useState<Offspring | null>(null);
  const result = useLiveQuery(api.dogs.relatives.offspring, { dogId, limit });
  if (result.status === "ready" && result.data && result.data !== last) setLast(result.data);
  const shown = result.status === "ready" ? result.data : result.status === "loading" ? last : null;
  if (result.status === "error") {
    return (
      <DetailSection title="Offspring">
        <LoadError message="Failed to load offspring. Please try again." onRetry={result.retry} />
      </DetailSection>
    );
  }
  const count = shown?.litters.reduce((sum, litter) => sum + litter.offspring.length, 0) ?? 0;
  return (
    <DetailSection title={shown && shown.total > 0 ? `Offspring (${shown.total})` : "Offspring"}>
      {!shown ? (
        <RelativesSkeleton />
      ) : count === 0 ? (
        <p className="text-muted-foreground">No offspring recorded</p>
      ) : (
        <div className="flex flex-col gap-4">
          {shown.litters.map((litter) => (
            <OffspringGroup key={keyOf(litter)} litter={litter} today={today} />
          ))}
          {count < shown.total ? (
            <Button
              variant="outline"
              className="self-center"
              disabled={result.status === "loading"}
              onClick={() => setLimit(limit + OFFSPRING_STEP)}
            >
              {result.status === "loading" ? "Loading..." : `Show More (${shown.total - count} left)`}
            </Button>
          ) : null}
        </div>
      )}
    </DetailSection>
  );
}

const keyOf = ({ mate, dateOfBirth }: BirthGroup): string =>
  `${mate._id ?? mate.name ?? ""} ${dateOfBirth ?? ""}`;

function OffspringGroup({ litter, today }: { litter: BirthGroup; today: string }) {
  const { mate, dateOfBirth, offspring } = litter;
  const born = dateOfBirth ? `Born ${formatDay(dateOfBirth)}` : "Birth date unknown";
  return (
    <div>
      <h4 className="mb-2 flex flex-wrap gap-x-1.5 text-sm text-muted-foreground">
        <span className="font-semibold text-foreground">{born}</span>
        <span>
          {mate._id ? (
            <>
              with <DogLink dogId={mate._id}>{mate.name}</DogLink>
            </>
          ) : mate.name ? (
            `with ${mate.name}`
          ) : (
            "other parent unknown"
          )}
        </span>
        <span>· {offspring.length}</span>
      </h4>
      <RelativeList
        label={`Offspring, ${born}, with ${mate.name ?? "an unknown dog"}`}
        relatives={offspring}
        today={today}
      />
    </div>
  );
}

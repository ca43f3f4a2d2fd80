/** A dog's breedings and the litters that came of them, the newest first. */
import type { FunctionReturnType } from "convex/server";
import { Plus } from "lucide-react";
import { Link } from "@/lib/router";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { DetailSection } from "@/components/detail-section";
import { DogLink } from "@/features/dogs/dog-link";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import type { Dog } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { breedingStatusLabels, breedingTypeLabels } from "@domain/breedings/labels";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type History = NonNullable<FunctionReturnType<typeof api.breedings.breedings.history>>;
type Entry = History[number];
type Litter = Entry["litters"][number];

/** Leads to the form of a new breeding with the dog in its place. */
function PlanLink({ dog }: { dog: Dog }) {
  const role = dog.gender === "male" ? "sire" : "dam";
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={`/dashboard/breeding?add=1&${role}=${dog._id}`}>
        <Plus aria-hidden />
        Plan a Breeding
      </Link>
    </Button>
  );
}

/** Renders the breedings. */
export function DogBreedings({ dog }: { dog: Dog }) {
  const result = useLiveQuery(api.breedings.breedings.history, { dogId: dog._id });
  const mayPlan = useKennel().can("breeding", "write") && dog.status === "active";
  return (
    <DetailSection title="Breedings" action={mayPlan ? <PlanLink dog={dog} /> : undefined}>
      {result.status === "error" ? (
        <LoadError message="Failed to load breedings. Please try again." onRetry={result.retry} />
      ) : result.status === "loading" ? (
        <RelativesSkeleton />
      ) : !result.data || result.data.length === 0 ? (
        <p className="text-muted-foreground">No breedings recorded</p>
      ) : (
        <ul aria-label="Breedings" className="flex flex-col gap-2">
          {result.data.map((entry) => (
            <li key={entry.breeding._id} className="rounded-md border bg-card p-3">
              <BreedingEntry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

function BreedingEntry({ entry: { breeding, role, partner, litters } }: { entry: Entry }) {
  const { status, breedingDate, expectedDueDate, breedingType, notes } = breeding;
  const partnerName = role === "sire" ? breeding.damName : breeding.sireName;
  const isExpected = expectedDueDate !== null && litters.length === 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge variant={breedingStatusVariants[status]}>{breedingStatusLabels[status]}</Badge>
        <p className="font-semibold break-words">
          With{" "}
          {partner ? (
            <DogLink dogId={partner._id}>{partner.name}</DogLink>
          ) : (
            (partnerName ?? (role === "sire" ? "Dam unknown" : "Sire unknown"))
          )}
        </p>
        {partner?.isExternal ? <Badge variant="outline">Outside the kennel</Badge> : null}
        <Link
          to={`/dashboard/breeding/${breeding._id}`}
          aria-label={`Open the breeding of ${formatDay(breedingDate)}`}
          className="ml-auto rounded-sm text-sm font-semibold text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Open
        </Link>
      </div>
      <p className="mt-1 text-sm text-muted-foreground">
        {breedingTypeLabels[breedingType]} · {formatDay(breedingDate)}
        {isExpected ? ` · due ${formatDay(expectedDueDate)}` : null}
      </p>
      {litters.map((litter) => (
        <LitterLine key={litter._id} litter={litter} />
      ))}
      {notes ? <p className="mt-2 text-sm break-words whitespace-pre-wrap">{notes}</p> : null}
    </>
  );
}

function LitterLine({ litter }: { litter: Litter }) {
  const { whelpingDate, numberBorn, numberAlive, numberMales, numberFemales } = litter;
  return (
    <p className="mt-2 border-l-2 border-brass-line pl-3 text-sm">
      <Link
        to={`/dashboard/litters/${litter._id}`}
        className="font-semibold underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        Litter of {formatDay(whelpingDate)}
      </Link>
      <span className="block text-muted-foreground">
        {numberBorn} born, {numberAlive} alive · {numberMales} male, {numberFemales} female
      </span>
    </p>
  );
}

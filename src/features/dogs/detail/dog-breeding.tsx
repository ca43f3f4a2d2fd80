/** The Breeding tab of a dog's page: breedings with their litters, offspring and siblings. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Plus, Search } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { distinctCallName, shortAge, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import { HeatLog } from "@/entities/heats/heat-log";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import { DogLink } from "@/features/dogs/dog-link";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { breedingStatusLabels, breedingTypeLabels } from "@domain/breedings/words";
import { OFFSPRING_STEP } from "@domain/breedings/rules";
import { formatDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

/** The breedings are shown only to users who may read them. */
export function DogBreeding({ dog, today }: { dog: Dog; today: string }) {
  const { can } = useKennel();
  return (
    <div className="flex flex-col gap-7">
      {can("breeding", "read") ? <DogBreedings dog={dog} /> : null}
      {can("breeding", "read") && dog.gender === "female" ? <HeatLog dog={dog} today={today} /> : null}
      <DogOffspring dogId={dog._id} today={today} />
      <DogSiblings dog={dog} today={today} />
    </div>
  );
}

type History = NonNullable<FunctionReturnType<typeof api.breedings.breedings.history>>;
type Entry = History[number];
type Litter = Entry["litters"][number];

/** Links to the form of a new breeding with this dog filled in. */
function PlanLink({ dog }: { dog: Dog }) {
  const role = dog.gender === "male" ? "sire" : "dam";
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={`/dashboard/breeding?add=1&${role}=${dog._id}`} state={{ fromScreen: true }}>
        <Plus aria-hidden />
        Plan a Breeding
      </Link>
    </Button>
  );
}

function MatesLink({ dog }: { dog: Dog }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={`/dashboard/dogs/mates/${dog._id}`}>
        <Search aria-hidden />
        Find a Mate
      </Link>
    </Button>
  );
}

/** The newest breedings are first. */
export function DogBreedings({ dog }: { dog: Dog }) {
  const result = useLiveQuery(api.breedings.breedings.history, { dogId: dog._id });
  const { can } = useKennel();
  const mayPlan = can("breeding", "write") && dog.status === "active";
  const mayReadDogs = can("dogs", "read");
  return (
    <DetailSection
      title="Breedings"
      action={
        mayPlan ? (
          <div className="flex flex-wrap gap-2">
            {mayReadDogs ? <MatesLink dog={dog} /> : null}
            <PlanLink dog={dog} />
          </div>
        ) : undefined
      }
    >
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
          to={pageOf("breedings", breeding._id)}
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
        to={pageOf("litters", litter._id)}
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

type Offspring = NonNullable<FunctionReturnType<typeof api.dogs.relatives.offspring>>;
type BirthGroup = Offspring["litters"][number];

type DogOffspringProps = { dogId: string; today: string };

/** Offspring by litter, youngest first. */
function DogOffspring({ dogId, today }: DogOffspringProps) {
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

type DogSiblingsProps = { dog: Dog; today: string };

/** Full siblings first, then half siblings. */
function DogSiblings({ dog, today }: DogSiblingsProps) {
  const result = useLiveQuery(api.dogs.relatives.siblings, { dogId: dog._id });
  if (result.status === "error") {
    return (
      <DetailSection title="Siblings">
        <LoadError message="Failed to load siblings. Please try again." onRetry={result.retry} />
      </DetailSection>
    );
  }
  if (result.status === "loading") {
    return (
      <DetailSection title="Siblings">
        <RelativesSkeleton />
      </DetailSection>
    );
  }
  const groups = [
    { title: "Full siblings", group: result.data?.full },
    { title: `Half siblings by ${dog.sire?.name ?? "the sire"}`, group: result.data?.sameSire },
    { title: `Half siblings by ${dog.dam?.name ?? "the dam"}`, group: result.data?.sameDam },
  ].filter(({ group }) => group && group.siblings.length > 0);
  return (
    <DetailSection title="Siblings">
      {groups.length === 0 ? (
        <p className="text-muted-foreground">
          {dog.sire || dog.dam ? "No siblings recorded" : "Siblings appear here once sire or dam is recorded"}
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          {groups.map(({ title, group }) => (
            <SiblingGroup key={title} title={title} {...group} today={today} />
          ))}
        </div>
      )}
    </DetailSection>
  );
}

type SiblingGroupProps = {
  title: string;
  siblings?: readonly Relative[];
  hasMore?: boolean;
  today: string;
};

function SiblingGroup({ title, siblings = [], hasMore = false, today }: SiblingGroupProps) {
  return (
    <div>
      <h4 className="mb-2 text-sm font-semibold">{title}</h4>
      <RelativeList label={title} relatives={siblings} today={today} />
      {hasMore ? (
        <p className="mt-2 text-sm text-muted-foreground">The youngest {siblings.length} are shown.</p>
      ) : null}
    </div>
  );
}

type Siblings = NonNullable<FunctionReturnType<typeof api.dogs.relatives.siblings>>;
type Relative = Siblings["full"]["siblings"][number];

type RelativeListProps = { label: string; relatives: readonly Relative[]; today: string };

function RelativeList({ label, relatives, today }: RelativeListProps) {
  return (
    <ul aria-label={label} className="grid gap-2 sm:grid-cols-2">
      {relatives.map((relative) => (
        <li key={relative._id} className="flex min-w-0 items-center gap-3 rounded-md border bg-card p-2">
          <DogPortrait dog={relative} className="size-12" />
          <div className="min-w-0 flex-1">
            <DogLink dogId={relative._id} className="font-semibold break-words">
              {relative.name}
            </DogLink>
            <RelativeFacts relative={relative} today={today} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function RelativeFacts({ relative, today }: { relative: Relative; today: string }) {
  const callName = distinctCallName(relative);
  const facts = [callName ? `“${callName}”` : null, shortAge(relative, today)].filter(Boolean);
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm text-muted-foreground">
      <GenderIcon gender={relative.gender} />
      {facts.length > 0 ? <span>{facts.join(" · ")}</span> : null}
      {relative.isExternal ? <Badge variant="outline">Outside the kennel</Badge> : null}
      {!relative.isExternal && relative.status !== "active" ? (
        <Badge variant={statusVariants[relative.status]}>{statusLabels[relative.status]}</Badge>
      ) : null}
    </p>
  );
}

/** A short list of dogs that are related to the shown one, each leading to its own page. */
import type { FunctionReturnType } from "convex/server";
import { Badge } from "@/components/ui/badge";
import { DogLink } from "@/features/dogs/dog-link";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { distinctCallName, shortAge, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import type { api } from "@convex/_generated/api";

type Siblings = NonNullable<FunctionReturnType<typeof api.dogs.relatives.siblings>>;
export type Relative = Siblings["full"]["siblings"][number];

type RelativeListProps = { label: string; relatives: readonly Relative[]; today: string };

/** Renders the dogs as small entries of the register. */
export function RelativeList({ label, relatives, today }: RelativeListProps) {
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

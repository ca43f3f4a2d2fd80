/** A dog's siblings in the register: of both parents, then of one. */
import { LoadError } from "@/components/load-error";
import { DetailSection } from "@/components/detail-section";
import { RelativeList, type Relative } from "@/features/dogs/detail/relative-list";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import type { Dog } from "@/features/dogs/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type DogSiblingsProps = { dog: Dog; today: string };

/** Renders the groups that have somebody in them. */
export function DogSiblings({ dog, today }: DogSiblingsProps) {
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

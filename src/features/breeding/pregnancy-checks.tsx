/** When it was looked whether the bitch is pregnant, and what was seen. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Plus, Trash2 } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { DeleteQuestion } from "@/entities/history/delete-question";
import type { Breeding } from "@/features/breeding/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { pregnancyMethodLabels, pregnancyResultLabels } from "@domain/breedings/labels";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type Check = FunctionReturnType<typeof api.breedings.pregnancyChecks.list>[number];

type PregnancyChecksProps = {
  breeding: Breeding;
  canWrite: boolean;
  onAdd: () => void;
};

/** Renders the checks, the newest first; nothing before the mating. */
export function PregnancyChecks({ breeding, canWrite, onAdd }: PregnancyChecksProps) {
  const checks = useLiveQuery(api.breedings.pregnancyChecks.list, { breedingId: breeding._id });
  const [deleted, setDeleted] = useState<Check | null>(null);
  const remove = useMutation(api.breedings.pregnancyChecks.remove);
  const isAwaited = breeding.status === "bred" || breeding.status === "confirmed";
  if (!isAwaited && !checks.data?.length) return null;
  return (
    <DetailSection
      title="Pregnancy Checks"
      action={
        canWrite && isAwaited ? (
          <Button variant="outline" size="sm" onClick={onAdd}>
            <Plus aria-hidden />
            Add Check
          </Button>
        ) : null
      }
    >
      <Loaded query={checks} failureText="Failed to load pregnancy checks. Please try again." height="h-11">
        {(data) => (
          <CheckList
            checks={data}
            breedingDate={breeding.breedingDate}
            onDelete={canWrite ? setDeleted : null}
          />
        )}
      </Loaded>
      {deleted ? (
        <DeleteQuestion
          recordId={deleted._id}
          title="Delete this pregnancy check?"
          remove={async () => await remove({ pregnancyCheckId: deleted._id })}
          deletedText="Pregnancy check deleted"
          failureOf={(error) => failureText("Failed to delete", error)}
          onClose={() => setDeleted(null)}
        >
          <p>{titleOf(deleted)}</p>
        </DeleteQuestion>
      ) : null}
    </DetailSection>
  );
}

const titleOf = ({ method, on }: Check): string =>
  `${method === null ? "Check" : pregnancyMethodLabels[method]}, ${formatDay(on)}`;

/** Says what was seen: 'Pregnant, 6 puppies seen'. */
function resultOf({ result, puppiesSeen }: Check): string {
  const label = pregnancyResultLabels[result];
  if (puppiesSeen === null) return label;
  return `${label}, ${puppiesSeen === 1 ? "1 puppy" : `${puppiesSeen} puppies`} seen`;
}

type CheckListProps = {
  checks: readonly Check[];
  breedingDate: string;
  onDelete: ((check: Check) => void) | null;
};

function CheckList({ checks, breedingDate, onDelete }: CheckListProps) {
  if (checks.length === 0) return <p className="text-muted-foreground">No check recorded</p>;
  return (
    <ul aria-label="Pregnancy checks" className="flex flex-col divide-y">
      {checks.map((check) => {
        const day = daysBetween(breedingDate, check.on);
        return (
          <li key={check._id} className="flex min-h-11 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 break-words">
              {resultOf(check)}
              <span className="block text-sm text-muted-foreground">
                {titleOf(check)}
                {day >= 0 ? `, day ${day} after mating` : null}
              </span>
            </span>
            {onDelete ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Delete ${titleOf(check)}`}
                onClick={() => onDelete(check)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

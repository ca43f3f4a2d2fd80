/** Offers a puppy to the next applicant of the waiting list, or to a later applicant. */
import { useState } from "react";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { OfferChoices, OfferDialog } from "@/entities/litters/offer-dialog";
import type { Puppy } from "@/features/litters/litter-words";
import { useLiveQuery } from "@/hooks/use-live-query";
import { puppyName, mismatchLabels } from "@domain/litters/words";
import { api } from "@convex/_generated/api";

type PuppyOfferDialogProps = { puppy: Puppy; today: string; onClose: () => void };

/** The first suitable applicant is preselected. */
export function PuppyOfferDialog({ puppy, today, onClose }: PuppyOfferDialogProps) {
  const result = useLiveQuery(api.litters.waitingList.candidates, { puppyId: puppy._id });
  const candidates = result.data?.candidates ?? [];
  const waiting = candidates.filter(({ status }) => status === "waiting");
  const next = waiting.find(({ mismatches }) => mismatches.length === 0) ?? waiting[0];
  const [chosen, setChosen] = useState(next);
  if (!chosen && next) setChosen(next);
  const name = puppyName(puppy);
  return (
    <OfferDialog
      title={`Offer ${name}`}
      description="In waiting list order, showing what does not match."
      applicant={chosen}
      puppy={{ _id: puppy._id, name }}
      isAvailable={puppy.status === "available"}
      active={result.data?.candidates}
      {...{ today, onClose }}
    >
      <Loaded query={result} failureText="Failed to load the waiting list. Please try again." height="h-32">
        {() => (
          <OfferChoices
            label="Applicant"
            choices={candidates}
            chosenId={chosen?._id ?? ""}
            onChoose={(id) => setChosen(waiting.find(({ _id }) => _id === id))}
            emptyText="Nobody is on the waiting list."
            className="flex-wrap gap-2"
            isOff={({ status }) => status !== "waiting"}
          >
            {({ name, status, puppy: offered, mismatches }) => (
              <>
                <span className="text-base font-semibold break-words">{name}</span>
                {status === "offered" ? (
                  <Badge variant="warning">Offered {offered?.name ?? "a puppy"}</Badge>
                ) : null}
                {mismatches.map((mismatch) => (
                  <Badge key={mismatch} variant="outline">
                    {mismatchLabels[mismatch]}
                  </Badge>
                ))}
              </>
            )}
          </OfferChoices>
        )}
      </Loaded>
    </OfferDialog>
  );
}

/** Offers one of the available puppies to somebody of the waiting list, until a day. */
import { useState } from "react";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { holderOf, OfferChoices, OfferDialog } from "@/entities/litters/offer-dialog";
import { wishesText, type Applicant } from "@/features/litters/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { mismatchLabels } from "@domain/litters/words";
import { goingHomeOn, mismatchesOf } from "@domain/litters/matching";
import { api } from "@convex/_generated/api";

type ApplicantOfferDialogProps = {
  applicant: Applicant;
  /** Who is on the waiting list now. */
  active: readonly Applicant[];
  today: string;
  onClose: () => void;
};

/** Renders the dialog. */
export function ApplicantOfferDialog({ active, today, onClose, ...props }: ApplicantOfferDialogProps) {
  const { kennelId } = useKennel();
  // Their wishes as they are now.
  const applicant = active.find(({ _id }) => _id === props.applicant._id) ?? props.applicant;
  const puppies = useLiveQuery(api.litters.waitingList.offerable, { kennelId });
  const choices = (puppies.data ?? [])
    .map((puppy) => ({
      ...puppy,
      mismatches: mismatchesOf(applicant, puppy),
      holder: holderOf(puppy._id, active, today),
    }))
    .sort((one, other) => one.mismatches.length - other.mismatches.length);
  const [chosen, setChosen] = useState<(typeof choices)[number]>();
  return (
    <OfferDialog
      title={`Offer a Puppy to ${applicant.name}`}
      description={`Wishes: ${wishesText(applicant)}`}
      puppy={chosen}
      isAvailable={!puppies.data || choices.some(({ _id }) => _id === chosen?._id)}
      {...{ applicant, active, today, onClose }}
    >
      <Loaded query={puppies} failureText="Failed to load puppies. Please try again." height="h-32">
        {() => (
          <OfferChoices
            label="Puppy"
            emptyText="No puppy is available at the moment."
            className="flex-col items-start gap-0.5"
            chosenId={chosen?._id ?? ""}
            onChoose={(id) => setChosen(choices.find(({ _id }) => _id === id))}
            isOff={({ holder }) => holder !== undefined}
            choices={choices}
          >
            {({ name, gender, color, parents, bornOn, mismatches, holder }) => (
              <>
                <span className="text-base font-semibold">{name}</span>
                {holder ? <Badge variant="warning">Offered to {holder.name}</Badge> : null}
                <span className="text-muted-foreground">
                  {[gender, color, parents].filter((part) => part !== null).join(", ")}
                </span>
                <span className="text-muted-foreground">Ready {formatDay(goingHomeOn(bornOn))}</span>
                {mismatches.length > 0 ? (
                  <span className="flex flex-wrap gap-1">
                    {mismatches.map((mismatch) => (
                      <Badge key={mismatch} variant="warning">
                        {mismatchLabels[mismatch]}
                      </Badge>
                    ))}
                  </span>
                ) : null}
              </>
            )}
          </OfferChoices>
        )}
      </Loaded>
    </OfferDialog>
  );
}

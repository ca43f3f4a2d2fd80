/** Offers one of the available puppies to somebody of the waiting list, until a day. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Loaded } from "@/components/loaded";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { TextField } from "@/components/text-field";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { wishesText, type Applicant } from "@/features/waiting-list/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { OFFER_DAYS } from "@domain/constants/waiting-list";
import { addDays } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { mismatchLabels } from "@domain/waiting-list/labels";
import { goingHomeOn, mismatchesOf } from "@domain/waiting-list/matching";
import { api } from "@convex/_generated/api";

type OfferDialogProps = { applicant: Applicant; today: string; onClose: () => void };

function useOffer({ applicant, today, onClose }: OfferDialogProps) {
  const offer = useMutation(api.litters.waitingList.offer);
  const { errors, failure, isSaving, check, save } = useSaving();
  const store = async (puppyId: string, offerUntil: string) => {
    check({});
    await save(
      async () => {
        await offer({ applicantId: applicant._id, puppyId, offerUntil, today });
        toast.success(`Offered to ${applicant.name}`);
        onClose();
      },
      (error, { status, offerUntil: day }) =>
        status ?? (day ? null : failureText("Failed to offer the puppy", error)),
    );
  };
  return { errors, failure, isSaving, store };
}

/** Renders the dialog. */
export function OfferDialog(props: OfferDialogProps) {
  const { applicant, today, onClose } = props;
  const { kennelId } = useKennel();
  const puppies = useLiveQuery(api.litters.waitingList.offerable, { kennelId });
  const { errors, failure, isSaving, store } = useOffer(props);
  const [chosenId, setChosenId] = useState("");
  const [offerUntil, setOfferUntil] = useState(() => addDays(today, OFFER_DAYS));
  const choices = (puppies.data ?? [])
    .map((puppy) => ({
      ...puppy,
      mismatches: mismatchesOf(applicant, puppy),
    }))
    .sort((one, other) => one.mismatches.length - other.mismatches.length);
  return (
    <FormDialog
      title={`Offer a Puppy to ${applicant.name}`}
      description={`Wishes: ${wishesText(applicant)}`}
      isSaving={isSaving}
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <Loaded query={puppies} failureText="Failed to load puppies. Please try again." height="h-32">
          {() =>
            choices.length === 0 ? (
              <p className="text-muted-foreground">No puppy is available at the moment.</p>
            ) : (
              <RadioGroup aria-label="Puppy" value={chosenId} onValueChange={setChosenId} className="gap-1">
                {choices.map(({ _id, name, gender, color, parents, bornOn, mismatches }) => (
                  <div key={_id} className="flex items-start gap-3 border-b py-2 last:border-0">
                    <RadioGroupItem id={`offer-${_id}`} value={_id} className="mt-1" />
                    <Label
                      htmlFor={`offer-${_id}`}
                      className="flex-1 flex-col items-start gap-0.5 font-normal"
                    >
                      <span className="text-base font-semibold">{name}</span>
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
                    </Label>
                  </div>
                ))}
              </RadioGroup>
            )
          }
        </Loaded>
        <TextField
          label="Answer by"
          required
          error={errors.offerUntil}
          type="date"
          min={today}
          value={offerUntil}
          onText={setOfferUntil}
        />
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={isSaving}>
          Cancel
        </Button>
        <Button disabled={isSaving || chosenId === ""} onClick={() => void store(chosenId, offerUntil)}>
          {isSaving ? "Saving..." : "Offer Puppy"}
        </Button>
      </DialogFooter>
    </FormDialog>
  );
}

/** Offers a puppy to the next of the waiting list, or to another one further down. */
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
import type { Puppy } from "@/features/litters/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { OFFER_DAYS } from "@domain/constants/waiting-list";
import { addDays } from "@domain/dates/calendar-days";
import { puppyName } from "@domain/litters/labels";
import { mismatchLabels } from "@domain/waiting-list/labels";
import { api } from "@convex/_generated/api";

type PuppyOfferDialogProps = { puppy: Puppy; today: string; onClose: () => void };

/** Renders the dialog; the first who waits and whom nothing speaks against is chosen. */
export function PuppyOfferDialog({ puppy, today, onClose }: PuppyOfferDialogProps) {
  const result = useLiveQuery(api.litters.waitingList.candidates, { puppyId: puppy._id });
  const offer = useMutation(api.litters.waitingList.offer);
  const [chosen, setChosen] = useState<string | null>(null);
  const [offerUntil, setOfferUntil] = useState(() => addDays(today, OFFER_DAYS));
  const { failure, isSaving, save } = useSaving();
  const candidates = result.data?.candidates ?? [];
  const waiting = candidates.filter(({ status }) => status === "waiting");
  const next = waiting.find(({ mismatches }) => mismatches.length === 0) ?? waiting[0];
  const applicantId = waiting.find(({ _id }) => _id === chosen)?._id ?? next?._id;
  const store = async () => {
    if (applicantId === undefined) return;
    await save(
      async () => {
        const { name } = await offer({ applicantId, puppyId: puppy._id, offerUntil, today });
        toast.success(`Offered to ${name}`);
        onClose();
      },
      (error, fields) =>
        fields.status ?? fields.offerUntil ?? failureText("Failed to offer the puppy", error),
    );
  };
  return (
    <FormDialog
      title={`Offer ${puppyName(puppy)}`}
      description="In waiting list order, showing what does not match."
      isSaving={isSaving}
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <Loaded query={result} failureText="Failed to load the waiting list. Please try again." height="h-32">
          {() =>
            candidates.length === 0 ? (
              <p className="text-muted-foreground">Nobody is on the waiting list.</p>
            ) : (
              <RadioGroup
                aria-label="Applicant"
                value={applicantId ?? ""}
                onValueChange={setChosen}
                className="gap-1"
              >
                {candidates.map(({ _id, name, status, puppy: offered, mismatches }) => (
                  <div key={_id} className="flex items-start gap-3 border-b py-2 last:border-0">
                    <RadioGroupItem
                      id={`candidate-${_id}`}
                      value={_id}
                      disabled={status !== "waiting"}
                      className="mt-1"
                    />
                    <Label htmlFor={`candidate-${_id}`} className="flex-1 flex-wrap gap-2 font-normal">
                      <span className="text-base font-semibold break-words">{name}</span>
                      {status === "offered" ? (
                        <Badge variant="warning">Offered {offered?.name ?? "a puppy"}</Badge>
                      ) : null}
                      {mismatches.map((mismatch) => (
                        <Badge key={mismatch} variant="outline">
                          {mismatchLabels[mismatch]}
                        </Badge>
                      ))}
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
        <Button disabled={isSaving || applicantId === undefined} onClick={() => void store()}>
          {isSaving ? "Saving..." : "Offer Puppy"}
        </Button>
      </DialogFooter>
    </FormDialog>
  );
}

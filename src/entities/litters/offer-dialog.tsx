/**
 * Offers a puppy to an applicant until a date. Either the puppy or the applicant is given, and the user chooses the
 * other.
 */
import { useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { OFFER_DAYS } from "@domain/litters/rules";
import { addDays } from "@domain/dates/calendar-days";
import { api } from "@convex/_generated/api";

type Applicant = FunctionReturnType<typeof api.litters.waitingList.list>["active"][number];
type Named = { _id: string; name: string };

type Offer = {
  applicant: Named | undefined;
  puppy: Named | undefined;
  /** Whether the puppy has no home yet. */
  isAvailable: boolean;
  /** The waiting list. Undefined while the list is not loaded. */
  active: readonly Applicant[] | undefined;
  today: string;
};

type OfferDialogProps = Offer & {
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
};

/** The applicant to whom a puppy is offered. */
export const holderOf = (
  puppyId: string,
  applicants: readonly Applicant[],
  today: string,
): Applicant | undefined =>
  applicants.find(
    ({ status, puppy, offerUntil }) =>
      status === "offered" && puppy?._id === puppyId && (offerUntil ?? "") >= today,
  );

/** Returns why the offer is not possible, for example because of another user's action. */
function obstacleOf({ applicant, puppy, isAvailable, active, today }: Offer): string | null {
  if (puppy && !isAvailable) return `${puppy.name} is no longer available.`;
  if (!active) return null;
  const holder = puppy && holderOf(puppy._id, active, today);
  if (holder) return `${puppy.name} is offered to ${holder.name}.`;
  if (!applicant) return null;
  const live = active.find(({ _id }) => _id === applicant._id);
  if (!live) return `${applicant.name} is no longer on the waiting list.`;
  return live.status === "offered" ? `${applicant.name} already has an offer.` : null;
}

export function OfferDialog(props: OfferDialogProps) {
  const { title, description, applicant, puppy, today, onClose, children } = props;
  const obstacle = obstacleOf(props);
  const offer = useMutation(api.litters.waitingList.offer);
  const revert = useMutation(api.litters.waitingList.revert);
  const takeBack = async (applicantId: string) => {
    try {
      await revert({ applicantId });
      toast.success("Offer withdrawn");
    } catch (error) {
      toast.error(failureText("Failed to withdraw the offer", error));
    }
  };
  const [offerUntil, setOfferUntil] = useState(() => addDays(today, OFFER_DAYS));
  const { errors, failure, isSaving, check, save } = useSaving();
  const store = async () => {
    if (!applicant || !puppy) return;
    check({});
    await save(
      async () => {
        const { name } = await offer({ applicantId: applicant._id, puppyId: puppy._id, offerUntil, today });
        toast.success(`Offered to ${name}`, {
          action: { label: "Undo", onClick: () => void takeBack(applicant._id) },
        });
        onClose();
      },
      (error, { status, offerUntil: day }) =>
        status ?? (day ? null : failureText("Failed to offer the puppy", error)),
    );
  };
  return (
    <SaveDialog
      {...{ title, description, isSaving, failure, onClose }}
      saveLabel="Offer Puppy"
      isSaveDisabled={!applicant || !puppy || obstacle !== null}
      onSave={store}
    >
      {/* The offer that this dialog has just made also counts, until the dialog closes. */}
      {obstacle !== null && !isSaving ? <Alert variant="warning">{obstacle}</Alert> : null}
      {children}
      <TextField
        label="Answer by"
        required
        error={errors.offerUntil}
        type="date"
        min={today}
        value={offerUntil}
        onText={setOfferUntil}
      />
    </SaveDialog>
  );
}

type OfferChoicesProps<Choice> = {
  label: string;
  choices: readonly Choice[];
  chosenId: string;
  onChoose: (id: string) => void;
  /** Shown if there is nothing to choose from. */
  emptyText: string;
  className: string;
  isOff?: (choice: Choice) => boolean;
  children: (choice: Choice) => ReactNode;
};

export function OfferChoices<Choice extends { _id: string }>(props: OfferChoicesProps<Choice>) {
  const { label, choices, chosenId, onChoose, emptyText, isOff, children } = props;
  if (choices.length === 0) return <p className="text-muted-foreground">{emptyText}</p>;
  return (
    <RadioGroup
      aria-label={label}
      value={chosenId}
      onValueChange={onChoose}
      className="flex-col flex-nowrap gap-1"
    >
      {choices.map((choice) => (
        <div key={choice._id} className="flex items-start gap-3 border-b py-2 last:border-0">
          <RadioGroupItem
            id={`offer-${choice._id}`}
            value={choice._id}
            disabled={isOff?.(choice) ?? false}
            className="mt-1"
          />
          <Label htmlFor={`offer-${choice._id}`} className={cn("flex flex-1 font-normal", props.className)}>
            {children(choice)}
          </Label>
        </div>
      ))}
    </RadioGroup>
  );
}

/**
 * Records a puppy as one of the kennel's dogs, with the litter's parents, breed and birth date. The plan's limit of
 * dogs applies.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { DogLimitDialog } from "@/entities/billing/dog-limit-dialog";
import { TextField } from "@/components/text-field";
import type { Puppy } from "@/features/litters/litter-words";
import type { DogLimitCheck } from "@domain/billing/dog-limit";
import { useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import { puppyName } from "@domain/litters/words";
import { api } from "@convex/_generated/api";

type AddToDogsDialogProps = { puppy: Puppy; today: string; onClose: () => void };

/** If the plan has no room for another dog, explains the limit. */
export function AddToDogsDialog({ puppy, today, onClose }: AddToDogsDialogProps) {
  const add = useMutation(api.litters.puppies.addToDogs);
  const [name, setName] = useState(puppy.name ?? "");
  const [limit, setLimit] = useState<DogLimitCheck | null>(null);
  const { errors, failure, isSaving, check, save } = useSaving();
  const store = async () => {
    if (!check(name.trim() === "" ? { name: "Name is required" } : {})) return;
    await save(
      async () => {
        const dog = await add({ puppyId: puppy._id, name, today });
        toast.success(`${dog.name} is one of your dogs`);
        for (const warning of dog.warnings) toast.warning(warning);
        onClose();
      },
      (error, { status, gender }) => {
        setLimit(getErrorData(error)?.details.dogLimit ?? null);
        return status ?? gender ?? failureText("Failed to add the puppy to your dogs", error);
      },
    );
  };
  if (limit) {
    return (
      <DogLimitDialog check={limit} onClose={onClose}>
        The puppy stays as it is; puppies do not count as dogs.
      </DogLimitDialog>
    );
  }
  return (
    <SaveDialog
      title={`Add ${puppyName(puppy)} to My Dogs`}
      description="The dog gets the litter's parents, breed and date of birth. The puppy counts as kept."
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Add to My Dogs"
      onSave={store}
    >
      <TextField label="Name" required error={errors.name} autoComplete="off" value={name} onText={setName} />
    </SaveDialog>
  );
}

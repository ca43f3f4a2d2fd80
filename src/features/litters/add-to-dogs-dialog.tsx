/** Makes a puppy one of the kennel's dogs, with the litter's parents, breed and birth date; the dog limit applies. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { LimitUpgrade, WhoUpgrades } from "@/entities/billing/limit-upgrade";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { TextField } from "@/components/text-field";
import type { Puppy } from "@/features/litters/types";
import { limitReachedText, nextTierText, type DogLimitCheck } from "@domain/billing/dog-limit";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { puppyName } from "@domain/litters/labels";
import { api } from "@convex/_generated/api";

type AddToDogsDialogProps = { puppy: Puppy; today: string; onClose: () => void };

/** Renders the dialog, and the limit in its place when the plan holds no more dogs. */
export function AddToDogsDialog({ puppy, today, onClose }: AddToDogsDialogProps) {
  const add = useMutation(api.litters.puppies.addToDogs);
  const [name, setName] = useState(puppy.name ?? "");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [limit, setLimit] = useState<DogLimitCheck | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setErrors(name.trim() === "" ? { name: "Name is required" } : {});
    setFailure(null);
    if (name.trim() === "") return;
    setSaving(true);
    try {
      const dog = await add({ puppyId: puppy._id, name, today });
      toast.success(`${dog.name} is one of your dogs`);
      for (const warning of dog.warnings) toast.warning(warning);
      onClose();
    } catch (error) {
      const { details } = getErrorData(error) ?? {};
      const fields = details?.fields ?? {};
      setErrors(fields);
      setLimit(details?.dogLimit ?? null);
      setFailure(
        fields.status ?? fields.gender ?? failureText("Failed to add the puppy to your dogs", error),
      );
      setSaving(false);
    }
  };
  if (limit) return <LimitReached check={limit} onClose={onClose} />;
  return (
    <FormDialog isSaving={isSaving} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Add {puppyName(puppy)} to My Dogs</DialogTitle>
        <DialogDescription>
          The dog gets the litter&apos;s parents, breed and date of birth. The puppy counts as kept.
        </DialogDescription>
      </DialogHeader>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <TextField
            label="Name"
            required
            error={errors.name}
            autoComplete="off"
            value={name}
            onText={setName}
          />
          {failure ? <Alert variant="error">{failure}</Alert> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? "Saving..." : "Add to My Dogs"}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  );
}

function LimitReached({ check, onClose }: { check: DogLimitCheck; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Dog limit reached!</DialogTitle>
          <DialogDescription>{limitReachedText(check)}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-2">
          <p>{nextTierText(check.planType)}</p>
          <WhoUpgrades />
          <p className="text-muted-foreground">The puppy stays as it is; puppies do not count as dogs.</p>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Not Now
          </Button>
          <LimitUpgrade planType={check.planType} />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

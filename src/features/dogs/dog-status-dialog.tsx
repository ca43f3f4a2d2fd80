/**
 * Changing a dog's status from its card: the status, the day it is true since and, for a sold dog, who bought it.
 * A death is asked about once more before it is recorded.
 */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { statusLabels } from "@/components/dogs/dog-labels";
import type { Dog } from "@/features/dogs/types";
import { DOG_STATUSES, type DogStatus } from "../../../domain/constants/dogs";
import { saveFailureText } from "@/features/dogs/save-failure";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import { formatPhone } from "../../../domain/formatting/formatting";
import { api } from "../../../convex/_generated/api";

type DogStatusDialogProps = { dog: Dog | null; today: string; onClose: () => void };

/** Renders the dialog for the dog, or nothing. */
export function DogStatusDialog({ dog, today, onClose }: DogStatusDialogProps) {
  return dog ? <OpenStatusDialog key={dog._id} dog={dog} today={today} onClose={onClose} /> : null;
}

type Values = { status: DogStatus; changedOn: string; name: string; phone: string; email: string };

/** Makes the change; a buyer, when one is given, becomes the dog's current owner. */
function toChange({ status, changedOn, name, phone, email }: Values, wasSold: boolean) {
  const hasBuyer = status === "sold" && (wasSold || `${name}${phone}${email}`.trim() !== "");
  return {
    status,
    statusChangedOn: status === "active" ? null : changedOn,
    ...(hasBuyer && {
      currentOwnerName: name,
      currentOwnerPhone: phone,
      currentOwnerEmail: email,
    }),
  };
}

function useStatusChange(dog: Dog, today: string, onClose: () => void) {
  const update = useMutation(api.dogs.update);
  // Until the dog is sold its recorded owner is the seller.
  const wasSold = dog.status === "sold";
  const [values, setValues] = useState<Values>({
    status: dog.status,
    changedOn: dog.statusChangedOn ?? today,
    name: (wasSold && dog.currentOwnerName) || "",
    phone: (wasSold && dog.currentOwnerPhone) || "",
    email: (wasSold && dog.currentOwnerEmail) || "",
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const store = async () => {
    setErrors({});
    setFailure(null);
    setSaving(true);
    try {
      const { warnings } = await update({ dogId: dog._id, today, ...toChange(values, wasSold) });
      toast.success("Dog updated successfully");
      for (const warning of warnings) toast.warning(warning);
      onClose();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(saveFailureText(error));
      setSaving(false);
    }
  };
  const change = (changes: Partial<Values>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  return { values, change, errors, setErrors, failure, isSaving, store };
}

function OpenStatusDialog({ dog, today, onClose }: { dog: Dog; today: string; onClose: () => void }) {
  const { values, change, errors, setErrors, failure, isSaving, store } = useStatusChange(
    dog,
    today,
    onClose,
  );
  const [isAskingAboutDeath, setAskingAboutDeath] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.status !== "active" && values.changedOn === "") {
      setErrors({ statusChangedOn: "Date is required" });
    } else if (values.status === "deceased" && dog.status !== "deceased") setAskingAboutDeath(true);
    else void store();
  };
  return (
    <>
      <Dialog open onOpenChange={(open) => (open || isSaving ? undefined : onClose())}>
        <DialogContent aria-describedby={undefined}>
          <DialogHeader>
            <DialogTitle>Change Status of {dog.name}</DialogTitle>
          </DialogHeader>
          <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
            <DialogBody className="flex flex-col gap-4">
              <StatusField
                status={values.status}
                onStatus={(status) =>
                  // A new status begins today unless the breeder says otherwise.
                  change({ status, changedOn: (status === dog.status && dog.statusChangedOn) || today })
                }
              />
              {values.status === "active" ? null : (
                <FormField
                  label={`${statusLabels[values.status]} on`}
                  required
                  error={errors.statusChangedOn ?? errors.dateOfBirth}
                >
                  {(props) => (
                    <Input
                      {...props}
                      type="date"
                      max={today}
                      value={values.changedOn}
                      onChange={(event) => change({ changedOn: event.target.value })}
                    />
                  )}
                </FormField>
              )}
              {values.status === "sold" ? (
                <BuyerFields values={values} errors={errors} onChange={change} />
              ) : null}
              {failure ? <Alert variant="error">{failure}</Alert> : null}
            </DialogBody>
            <DialogFooter>
              <Button variant="outline" onClick={onClose} disabled={isSaving}>
                Cancel
              </Button>
              <Button type="submit" disabled={isSaving}>
                {isSaving ? "Saving..." : "Change Status"}
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        isOpen={isAskingAboutDeath}
        title={`Record ${dog.name} as deceased?`}
        confirmLabel="Mark as Deceased"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => {
          setAskingAboutDeath(false);
          void store();
        }}
        onCancel={() => setAskingAboutDeath(false)}
      >
        <p>The record stays in the register, and the age stops at the date you gave.</p>
      </ConfirmDialog>
    </>
  );
}

function StatusField({ status, onStatus }: { status: DogStatus; onStatus: (status: DogStatus) => void }) {
  return (
    <FormField label="Status">
      {(props) => (
        <Select
          value={status}
          onValueChange={(chosen) => onStatus(DOG_STATUSES.find((each) => each === chosen) ?? status)}
        >
          <SelectTrigger {...props}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {DOG_STATUSES.map((choice) => (
              <SelectItem key={choice} value={choice}>
                {statusLabels[choice]}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}

type BuyerFieldsProps = {
  values: Values;
  errors: FieldErrors;
  onChange: (changes: Partial<Values>) => void;
};

function BuyerFields({ values, errors, onChange }: BuyerFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">Buyer</legend>
      <p className="text-sm text-muted-foreground">The buyer becomes the dog&apos;s current owner.</p>
      <FormField label="Name" error={errors.currentOwnerName}>
        {(props) => (
          <Input
            {...props}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label="Phone" error={errors.currentOwnerPhone}>
        {(props) => (
          <Input
            {...props}
            type="tel"
            value={values.phone}
            onChange={(event) => onChange({ phone: event.target.value })}
            onBlur={() => onChange({ phone: formatPhone(values.phone) })}
          />
        )}
      </FormField>
      <FormField label="Email" error={errors.currentOwnerEmail}>
        {(props) => (
          <Input
            {...props}
            type="email"
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        )}
      </FormField>
    </fieldset>
  );
}

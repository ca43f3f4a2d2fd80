/** Everything about one puppy in one dialog; sends only what was changed, and keeps what was typed when that fails. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
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
import { Textarea } from "@/components/ui/textarea";
import { failureText } from "@/lib/failure-text";
import { api } from "../../../convex/_generated/api";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import {
  assistanceLabels,
  genderLabels,
  presentationLabels,
  puppyName,
} from "../../../domain/litters/labels";
import { ChoiceField } from "@/features/litters/choice-field";
import { changesOf, valuesOf, type PuppyFormValues } from "@/features/litters/puppy-form-values";
import type { Puppy } from "@/features/litters/types";

type PuppyFormDialogProps = { puppy: Puppy; onClose: () => void };

/** The server's field for each of the form's. */
const SERVER_NAMES: Partial<Record<keyof PuppyFormValues, string>> = { price: "priceCents" };

function useSavePuppy(puppy: Puppy, onClose: () => void) {
  const update = useMutation(api.puppies.update);
  const [opened] = useState(() => valuesOf(puppy));
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const change = (field: keyof PuppyFormValues, text: string) => {
    setErrors((last) => ({ ...last, [SERVER_NAMES[field] ?? field]: "" }));
    setValues((last) => ({ ...last, [field]: text }));
  };
  const save = async () => {
    setFailure(null);
    setSaving(true);
    try {
      await update({ puppyId: puppy._id, ...changesOf(opened, values) });
      toast.success("Puppy saved");
      onClose();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(failureText("Failed to save the puppy", error));
      setSaving(false);
    }
  };
  const errorOf = (field: keyof PuppyFormValues) => errors[SERVER_NAMES[field] ?? field];
  return { values, change, errorOf, failure, isSaving, save };
}

type Form = ReturnType<typeof useSavePuppy>;

/** Renders the dialog. */
export function PuppyFormDialog({ puppy, onClose }: PuppyFormDialogProps) {
  const form = useSavePuppy(puppy, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <Dialog open onOpenChange={(open) => (open || form.isSaving ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Edit {puppyName(puppy)}</DialogTitle>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            <LooksFields form={form} />
            <BirthFields form={form} />
            <TextField form={form} field="microchipNumber" label="Microchip number" />
            <TextField form={form} field="price" label="Price (USD)" inputMode="decimal" />
            <FormField label="Notes" error={form.errorOf("notes")} className="sm:col-span-2">
              {(props) => (
                <Textarea
                  {...props}
                  value={form.values.notes}
                  onChange={(event) => form.change("notes", event.target.value)}
                />
              )}
            </FormField>
            {form.failure ? (
              <Alert variant="error" className="sm:col-span-2">
                {form.failure}
              </Alert>
            ) : null}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose} disabled={form.isSaving}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.isSaving}>
              {form.isSaving ? "Saving..." : "Save Puppy"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type TextFieldProps = {
  form: Form;
  field: keyof PuppyFormValues;
  label: string;
  type?: "text" | "datetime-local";
  inputMode?: "numeric" | "decimal";
};

function TextField({ form, field, label, type = "text", inputMode }: TextFieldProps) {
  return (
    <FormField label={label} error={form.errorOf(field)}>
      {(props) => (
        <Input
          {...props}
          type={type}
          inputMode={inputMode}
          value={form.values[field]}
          onChange={(event) => form.change(field, event.target.value)}
        />
      )}
    </FormField>
  );
}

function LooksFields({ form }: { form: Form }) {
  return (
    <>
      <TextField form={form} field="name" label="Name" />
      <ChoiceField
        label="Sex"
        value={form.values.gender}
        labels={genderLabels}
        error={form.errorOf("gender")}
        onChange={(gender) => form.change("gender", gender)}
      />
      <TextField form={form} field="collarColor" label="Collar" />
      <TextField form={form} field="color" label="Color" />
      <TextField form={form} field="markings" label="Markings" />
      <TextField form={form} field="order" label="Order of birth" inputMode="numeric" />
    </>
  );
}

function BirthFields({ form }: { form: Form }) {
  return (
    <>
      <TextField form={form} field="bornAt" label="Born" type="datetime-local" />
      <TextField form={form} field="birthWeightGrams" label="Birth weight (grams)" inputMode="numeric" />
      <ChoiceField
        label="Presentation"
        value={form.values.presentation}
        labels={presentationLabels}
        error={form.errorOf("presentation")}
        onChange={(presentation) => form.change("presentation", presentation)}
      />
      <ChoiceField
        label="Assistance"
        value={form.values.assistance}
        labels={assistanceLabels}
        error={form.errorOf("assistance")}
        onChange={(assistance) => form.change("assistance", assistance)}
      />
    </>
  );
}

/** The litter's day, numbers and whelping notes; sends only what was changed, and keeps what was typed when that fails. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
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
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "../../../convex/_generated/api";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import type { Litter } from "@/features/litters/types";

interface Values {
  readonly whelpingDate: string;
  readonly numberBorn: string;
  readonly numberAlive: string;
  readonly numberMales: string;
  readonly numberFemales: string;
  readonly complications: string;
  readonly assistanceRequired: boolean;
  readonly veterinarianPresent: boolean;
  readonly whelpingNotes: string;
  readonly notes: string;
}

const valuesOf = (litter: Litter): Values => ({
  whelpingDate: litter.whelpingDate,
  numberBorn: String(litter.numberBorn),
  numberAlive: String(litter.numberAlive),
  numberMales: String(litter.numberMales),
  numberFemales: String(litter.numberFemales),
  complications: litter.whelping.complications ?? "",
  assistanceRequired: litter.whelping.assistanceRequired,
  veterinarianPresent: litter.whelping.veterinarianPresent,
  whelpingNotes: litter.whelping.notes ?? "",
  notes: litter.notes ?? "",
});

/** What was changed since the form was opened; somebody else's fields stay theirs. */
function changesOf(before: Values, after: Values) {
  const pick = <Value,>(field: keyof Values, value: Value): Value | undefined =>
    before[field] === after[field] ? undefined : value;
  const count = (field: "numberBorn" | "numberAlive" | "numberMales" | "numberFemales") =>
    pick(field, Number(after[field]));
  return {
    whelpingDate: pick("whelpingDate", after.whelpingDate),
    numberBorn: count("numberBorn"),
    numberAlive: count("numberAlive"),
    numberMales: count("numberMales"),
    numberFemales: count("numberFemales"),
    notes: pick("notes", after.notes),
    whelping: {
      complications: pick("complications", after.complications),
      assistanceRequired: pick("assistanceRequired", after.assistanceRequired),
      veterinarianPresent: pick("veterinarianPresent", after.veterinarianPresent),
      notes: pick("whelpingNotes", after.whelpingNotes),
    },
  };
}

function useSaveLitter(litter: Litter, onClose: () => void) {
  const update = useMutation(api.litters.update);
  const today = useToday();
  const [opened] = useState(() => valuesOf(litter));
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const change = (changes: Partial<Values>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const save = async () => {
    setFailure(null);
    setSaving(true);
    try {
      const { warnings } = await update({ litterId: litter._id, today, ...changesOf(opened, values) });
      toast.success("Litter saved");
      for (const warning of warnings) toast.warning(warning);
      onClose();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(failureText("Failed to save the litter", error));
      setSaving(false);
    }
  };
  return { values, change, errors, failure, isSaving, save, today };
}

type Form = ReturnType<typeof useSaveLitter>;

/** Renders the dialog. */
export function LitterFormDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const form = useSaveLitter(litter, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <Dialog open onOpenChange={(open) => (open || form.isSaving ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Edit Litter</DialogTitle>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="flex flex-col gap-4">
            <CountFields form={form} hasPuppies={litter.puppies.length > 0} />
            <WhelpingFields form={form} />
            {form.failure ? <Alert variant="error">{form.failure}</Alert> : null}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose} disabled={form.isSaving}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.isSaving}>
              {form.isSaving ? "Saving..." : "Save Litter"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const COUNT_FIELDS = [
  ["numberBorn", "Born"],
  ["numberAlive", "Alive"],
  ["numberMales", "Males"],
  ["numberFemales", "Females"],
] as const;

function CountFields({
  form: { values, change, errors, today },
  hasPuppies,
}: {
  form: Form;
  hasPuppies: boolean;
}) {
  return (
    <>
      <FormField label="Whelping date" required error={errors.whelpingDate}>
        {(props) => (
          <Input
            {...props}
            type="date"
            max={today}
            value={values.whelpingDate}
            onChange={(event) => change({ whelpingDate: event.target.value })}
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {COUNT_FIELDS.map(([field, label]) => (
          <FormField key={field} label={label} error={errors[field]}>
            {(props) => (
              <Input
                {...props}
                inputMode="numeric"
                value={values[field]}
                onChange={(event) => change({ [field]: event.target.value })}
              />
            )}
          </FormField>
        ))}
      </div>
      {hasPuppies ? (
        <p className="text-sm text-muted-foreground">
          The numbers follow the recorded puppies; raise them only for puppies without a record.
        </p>
      ) : null}
    </>
  );
}

function WhelpingFields({ form: { values, change, errors } }: { form: Form }) {
  const area = (field: "complications" | "whelpingNotes" | "notes", label: string, error?: string) => (
    <FormField label={label} error={error}>
      {(props) => (
        <Textarea
          {...props}
          rows={2}
          value={values[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </FormField>
  );
  const tick = (field: "assistanceRequired" | "veterinarianPresent", label: string) => (
    <Label className="flex items-center gap-2.5">
      <Checkbox
        checked={values[field]}
        onCheckedChange={(checked) => change({ [field]: checked === true })}
      />
      {label}
    </Label>
  );
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">Whelping</legend>
      {tick("assistanceRequired", "Assistance was required")}
      {tick("veterinarianPresent", "A veterinarian was present")}
      {area("complications", "Complications", errors["whelping.complications"])}
      {area("whelpingNotes", "Whelping notes", errors["whelping.notes"])}
      {area("notes", "Notes on the litter", errors.notes)}
    </fieldset>
  );
}

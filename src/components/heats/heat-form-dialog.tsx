/** Recording or changing a heat: first and last day, signs and notes. What was typed stays when saving fails. */
import { useId, useState, type FormEvent } from "react";
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
import { Textarea } from "@/components/ui/textarea";
import { signLabels } from "@/components/heats/heat-words";
import type { HeatEntry } from "@/components/heats/use-heat-actions";
import { failureText } from "@/lib/failure-text";
import { HEAT_SIGNS, type HeatSign } from "../../../domain/constants/heats";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import { api } from "../../../convex/_generated/api";

type HeatFormDialogProps = {
  dog: { _id: string; name: string };
  /** The heat to change; without it a new one is recorded. */
  heat?: HeatEntry | undefined;
  today: string;
  onClose: () => void;
};

type Values = { startOn: string; endOn: string; signs: HeatSign[]; notes: string };

function useHeatForm({ dog, heat, today, onClose }: HeatFormDialogProps) {
  const add = useMutation(api.heats.add);
  const update = useMutation(api.heats.update);
  const [values, setValues] = useState<Values>({
    startOn: heat?.startOn ?? today,
    endOn: heat?.endOn ?? "",
    signs: heat?.signs ?? ["bleeding"],
    notes: heat?.notes ?? "",
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const change = (changes: Partial<Values>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const save = async () => {
    setErrors({});
    setFailure(null);
    setSaving(true);
    try {
      if (heat) await update({ heatId: heat._id, today, ...values });
      else await add({ dogId: dog._id, today, ...values });
      toast.success(heat ? "Heat updated" : `Heat of ${dog.name} recorded`);
      onClose();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (!("startOn" in fields) && !("endOn" in fields) && !("notes" in fields)) {
        setFailure(Object.values(fields)[0] ?? failureText("The heat could not be saved", error));
      }
      setSaving(false);
    }
  };
  return { values, change, errors, failure, isSaving, save };
}

/** Renders the dialog. */
export function HeatFormDialog(props: HeatFormDialogProps) {
  const { dog, heat, today, onClose } = props;
  const { values, change, errors, failure, isSaving, save } = useHeatForm(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog open onOpenChange={(open) => (open || isSaving ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{heat ? `Heat of ${dog.name}` : `Record a heat of ${dog.name}`}</DialogTitle>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="flex flex-col gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <FormField label="First day" required error={errors.startOn}>
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    max={today}
                    value={values.startOn}
                    onChange={(event) => change({ startOn: event.target.value })}
                  />
                )}
              </FormField>
              <FormField label="Last day" error={errors.endOn} helper="Empty while it goes on">
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    max={today}
                    value={values.endOn}
                    onChange={(event) => change({ endOn: event.target.value })}
                  />
                )}
              </FormField>
            </div>
            <SignsField signs={values.signs} onSigns={(signs) => change({ signs })} />
            <FormField label="Notes" error={errors.notes}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={3}
                  value={values.notes}
                  onChange={(event) => change({ notes: event.target.value })}
                />
              )}
            </FormField>
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose} disabled={isSaving}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? "Saving..." : "Save Heat"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type SignsFieldProps = { signs: readonly HeatSign[]; onSigns: (signs: HeatSign[]) => void };

function SignsField({ signs, onSigns }: SignsFieldProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Signs</legend>
      <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
        {HEAT_SIGNS.map((sign) => (
          <div key={sign} className="flex min-h-10 items-center gap-2.5">
            <Checkbox
              id={`${id}-${sign}`}
              checked={signs.includes(sign)}
              onCheckedChange={(isChecked) =>
                onSigns(isChecked === true ? [...signs, sign] : signs.filter((each) => each !== sign))
              }
            />
            <label htmlFor={`${id}-${sign}`} className="flex-1 py-2">
              {signLabels[sign]}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

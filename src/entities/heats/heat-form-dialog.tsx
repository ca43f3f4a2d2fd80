/** Recording or changing a heat: first and last day, signs and notes (components/record-form). */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import {
  changedHeatFields,
  HEAT_GROUPS,
  newHeatValues,
  toHeatField,
  toHeatFields,
  valuesOfHeat,
  type HeatFormValues,
} from "@/entities/heats/heat-form-values";
import { signLabels } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { Checkbox } from "@/components/ui/checkbox";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { HEAT_SIGNS } from "@domain/heats/rules";
import { getErrorData } from "@domain/errors";
import { HEAT_FIELDS } from "@domain/heats/record";
import { chosenOf, joinChosen } from "@domain/records/typed-form";
import { newHeatSchema } from "@domain/heats/schemas";
import { api } from "@convex/_generated/api";

type Values = HeatFormValues;

type HeatFormDialogProps = {
  dog: { _id: string; name: string };
  /** The heat to change as it was when the dialog opened; without it a new one is recorded. */
  heat?: HeatEntry;
  /** The heat as it is stored now; null when somebody deleted it. */
  live?: HeatEntry | null;
  today: string;
  onClose: () => void;
};

const resolver = schemaResolver({
  schema: newHeatSchema,
  toServer: toHeatFields,
  toField: toHeatField,
});

/** Tells what went wrong, with the server's reason where it belongs to no field of the form. */
function failureTextOf(error: unknown): string {
  const fields = getErrorData(error)?.details.fields ?? {};
  const [reason] = Object.entries(fields).filter(([name]) => toHeatField(name) === null);
  return reason?.[1] ?? failureText("The heat could not be saved", error);
}

function useHeatForm({ dog, heat, live = null, today, onClose }: HeatFormDialogProps) {
  const add = useMutation(api.heats.heats.add);
  const update = useMutation(api.heats.heats.update);
  const [opened] = useState(heat ?? null);
  const recordForm = useRecordForm<Values, Values, HeatEntry>({
    opened,
    live,
    isDeleted: opened !== null && live === null,
    valuesOf: valuesOfHeat,
    newValues: newHeatValues(today),
    resolver,
    groups: HEAT_GROUPS,
    draftKey: opened ? `heat.${opened._id}` : `heat.new.${dog._id}`,
    toField: toHeatField,
    save: async (values, basis) => {
      if (!opened || !basis) await add({ dogId: dog._id, today, ...toHeatFields(values) });
      else {
        const changes = changedHeatFields(values, basis.base);
        await update({ heatId: opened._id, today, expectedUpdatedAt: basis.version, ...changes });
      }
      return [];
    },
    savedText: opened ? "Heat updated" : `Heat of ${dog.name} recorded`,
    failureTextOf,
    onSaved: onClose,
  });
  const { since } = recordForm;
  const watched = opened && live ? { heatId: opened._id, since } : ("skip" as const);
  return { recordForm, edits: useLiveQuery(api.heats.heats.editsSince, watched).data ?? [] };
}

/** Renders the dialog. */
export function HeatFormDialog(props: HeatFormDialogProps) {
  const { dog, heat, today, onClose } = props;
  const { recordForm, edits } = useHeatForm(props);
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={heat ? `Heat of ${dog.name}` : `Record a Heat of ${dog.name}`}
      noun="heat"
      name={`the Heat of ${dog.name}`}
      submitLabel="Save Heat"
      edits={edits}
      bodyClassName="flex flex-col gap-4"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordTextField<Values> name="startOn" label="First day" required type="date" max={today} />
        <RecordTextField<Values>
          name="endOn"
          label="Last day"
          type="date"
          max={today}
          helper="Leave empty while she is in heat"
        />
      </div>
      <SignsField />
      <RecordTextArea<Values> name="notes" label="Notes" />
    </RecordFormDialog>
  );
}

function SignsField() {
  const { control } = useFormContext<Values>();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Signs</legend>
      <Controller
        control={control}
        name="signs"
        render={({ field: { value, onChange } }) => <SignTicks signs={value} onSigns={onChange} />}
      />
    </fieldset>
  );
}

function SignTicks({ signs, onSigns }: { signs: string; onSigns: (signs: string) => void }) {
  const id = useId();
  const chosen = chosenOf(HEAT_FIELDS.signs, signs);
  return (
    <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
      {HEAT_SIGNS.map((sign) => (
        <div key={sign} className="flex min-h-10 items-center gap-2.5">
          <Checkbox
            id={`${id}-${sign}`}
            checked={chosen.includes(sign)}
            onCheckedChange={(isChecked) =>
              onSigns(
                joinChosen(
                  HEAT_FIELDS.signs,
                  isChecked ? [...chosen, sign] : chosen.filter((each) => each !== sign),
                ),
              )
            }
          />
          <label htmlFor={`${id}-${sign}`} className="flex-1 py-2">
            {signLabels[sign]}
          </label>
        </div>
      ))}
    </div>
  );
}

/** Recording or changing a heat: first and last day, signs and notes. */
import { useId } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { Checkbox } from "@/components/ui/checkbox";
import { signLabels } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { HEAT_FIELDS } from "@domain/heats/record";
import { HEAT_SIGNS } from "@domain/heats/rules";
import { chosenOf, joinChosen, type TypedForm } from "@domain/records/typed-form";

type Values = TypedForm<typeof HEAT_FIELDS>;
type Stored = Omit<HeatEntry, "readings" | "matings">;

const { get, add: create, update, editsSince } = api.heats.heats;

export const heatForm = recordForm({
  fields: HEAT_FIELDS,
  noun: "heat",
  isPlain: true,
  nameOf: (_: Stored) => "the Heat",
  functions: { get, create, update, editsSince },
  id: "heatId",
  together: [
    {
      key: "days",
      label: "First and Last Day",
      fields: ["startOn", "endOn"],
      show: ({ startOn, endOn }: Values) =>
        endOn === ""
          ? `${formatDay(startOn)}, last day not recorded`
          : `${formatDay(startOn)} to ${formatDay(endOn)}`,
    },
    {
      key: "signs",
      label: "Signs",
      fields: ["signs"],
      show: ({ signs }: Values) =>
        orEmpty(
          chosenOf(HEAT_FIELDS.signs, signs)
            .map((sign) => signLabels[sign])
            .join(", "),
        ),
    },
  ],
  // With the server's reason if it belongs to no field of the form.
  failureOf: (error) => {
    const fields = Object.entries(getErrorData(error)?.details.fields ?? {});
    const reason = fields.find(([name]) => !Object.hasOwn(HEAT_FIELDS, name));
    return reason?.[1] ?? failureText("The heat could not be saved", error);
  },
});

type HeatFormDialogProps = {
  dog: { _id: string; name: string };
  /** The heat to change, when the dialog opened; without it a new one is recorded. */
  heat?: HeatEntry;
  /** The stored heat now; null if somebody deleted it. */
  live?: HeatEntry | null;
  today: string;
  onClose: () => void;
};

/** Renders the dialog. */
export function HeatFormDialog({ dog, heat, live = null, today, onClose }: HeatFormDialogProps) {
  return (
    <heatForm.FormDialog
      record={heat ?? null}
      live={live}
      given={{ startOn: today, signs: "bleeding" }}
      args={{ today }}
      owner={{ dogId: dog._id }}
      title={heat ? `Heat of ${dog.name}` : `Record a Heat of ${dog.name}`}
      name={`the Heat of ${dog.name}`}
      savedText={heat ? "Heat updated" : `Heat of ${dog.name} recorded`}
      bodyClassName="grid content-start gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <RecordField name="startOn" max={today} />
      <RecordField name="endOn" max={today} />
      <SignsField />
      <RecordFields except={["startOn", "endOn", "signs"]} />
    </heatForm.FormDialog>
  );
}

function SignsField() {
  const { control } = useFormContext<{ signs: string }>();
  return (
    <fieldset className="sm:col-span-2">
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

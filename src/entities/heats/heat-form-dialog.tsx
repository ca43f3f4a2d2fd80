/** Recording or changing a heat: first and last day, signs and notes. */
import { RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { signLabels } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { HEAT_FIELDS } from "@domain/heats/record";
import { chosenOf, type TypedForm } from "@domain/records/typed-form";

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
  failureOf: (error) => {
    const fields = Object.entries(getErrorData(error)?.details.fields ?? {});
    const reason = fields.find(([name]) => !Object.hasOwn(HEAT_FIELDS, name));
    return reason?.[1] ?? failureText("The heat could not be saved", error);
  },
});

type HeatFormDialogProps = {
  dog: { _id: string; name: string };
  /** The heat as it was when the dialog opened. Undefined for a new heat. */
  heat?: HeatEntry;
  /** The heat as it is now. Null if somebody has deleted it. */
  live?: HeatEntry | null;
  today: string;
  onClose: () => void;
};

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
      <RecordField name="signs" choices={signLabels} />
      <RecordFields except={["startOn", "endOn", "signs"]} />
    </heatForm.FormDialog>
  );
}

/** The litter's day, numbers and whelping notes, changed in one dialog (components/record-form). */
import { useMutation } from "convex/react";
import { RecordTextArea, RecordTextField, RecordTick } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { type RecordGroup, describedGroups, longTextGroup } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { parentNames } from "@/features/litters/litter-words";
import type { Litter } from "@/features/litters/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { checkCounts } from "@domain/litters/counts";
import { LITTER_FIELDS, WHELPING_FIELDS } from "@domain/litters/record";
import { omitFields } from "@domain/records/record";
import { type TypedForm, differing, sentFields, typedForm } from "@domain/records/typed-form";
import { newLitterSchema } from "@domain/litters/schemas";

type Values = LitterFormValues;

const { notes: whelpingNotes, ...whelpingFields } = WHELPING_FIELDS;

/** How the whelping went, by its names in the form, where the litter's notes have theirs. */
const FORM_WHELPING_FIELDS = { ...whelpingFields, whelpingNotes };

const resolver = schemaResolver({
  schema: newLitterSchema,
  toServer: toLitterFields,
  toField: toLitterField,
  check: checkCounts,
});

/** Renders the dialog; `litter` is the record as it is stored now. */
export function LitterFormDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const update = useMutation(api.litters.litters.update);
  const today = useToday();
  const { _id: litterId } = litter;
  const recordForm = useRecordForm<Values, Values, Litter>({
    opened: litter,
    live: litter,
    isDeleted: false,
    valuesOf: valuesOfLitter,
    newValues: valuesOfLitter(litter),
    resolver,
    groups: LITTER_GROUPS,
    draftKey: `litter.${litterId}`,
    toField: toLitterField,
    save: async (values, basis) => {
      const { base, version: expectedUpdatedAt } = basis ?? { base: values, version: litter.updatedAt };
      const changes = changedLitterFields(values, base);
      return (await update({ litterId, today, expectedUpdatedAt, ...changes })).warnings;
    },
    savedText: "Litter saved",
    failureTextOf: (error) => failureText("Failed to save the litter", error),
    onSaved: onClose,
  });
  const edits =
    useLiveQuery(api.litters.litters.editsSince, { litterId, since: recordForm.since }).data ?? [];
  const { sire, dam } = parentNames(litter);
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title="Edit Litter"
      noun="litter"
      name={`${sire} × ${dam}`}
      submitLabel="Save Litter"
      edits={edits}
      bodyClassName="flex flex-col gap-4"
      onClose={onClose}
    >
      <CountFields today={today} hasPuppies={litter.puppies.length > 0} />
      <WhelpingFields />
    </RecordFormDialog>
  );
}

function CountFields({ today, hasPuppies }: { today: string; hasPuppies: boolean }) {
  return (
    <>
      <RecordTextField<Values> name="whelpingDate" label="Whelping date" required type="date" max={today} />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <RecordTextField<Values> name="numberBorn" label="Born" inputMode="numeric" />
        <RecordTextField<Values> name="numberAlive" label="Alive" inputMode="numeric" />
        <RecordTextField<Values> name="numberMales" label="Males" inputMode="numeric" />
        <RecordTextField<Values> name="numberFemales" label="Females" inputMode="numeric" />
      </div>
      {hasPuppies ? (
        <p className="text-sm text-muted-foreground">
          The numbers follow the recorded puppies; raise them only for puppies without a record.
        </p>
      ) : null}
    </>
  );
}

function WhelpingFields() {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">Whelping</legend>
      <div className="flex flex-col">
        <RecordTick<Values> name="assistanceRequired" label="Assistance was required" />
        <RecordTick<Values> name="veterinarianPresent" label="A veterinarian was present" />
      </div>
      <RecordTextArea<Values> name="complications" label="Complications" rows={2} />
      <RecordTextArea<Values> name="whelpingNotes" label="Whelping notes" rows={2} />
      <RecordTextArea<Values> name="notes" label="Notes on the litter" rows={2} />
    </fieldset>
  );
}

type LitterFormValues = TypedForm<typeof LITTER_FIELDS> & TypedForm<typeof FORM_WHELPING_FIELDS>;

/** Fills the form with a litter. */
const valuesOfLitter = (litter: Litter): LitterFormValues => ({
  ...typedForm(LITTER_FIELDS, litter),
  ...typedForm(FORM_WHELPING_FIELDS, { ...litter.whelping, whelpingNotes: litter.whelping.notes }),
});

/** * Names a field of the form by what the server calls it; null for one that the form does not have. */
function toLitterField(name: string): keyof LitterFormValues | null {
  const own = name === "whelping.notes" ? "whelpingNotes" : name.replace(/^whelping\./, "");
  const isOwn = (key: string): key is keyof LitterFormValues =>
    Object.hasOwn({ ...LITTER_FIELDS, ...FORM_WHELPING_FIELDS }, key);
  return isOwn(own) ? own : null;
}

/** Makes what the server takes of all the form's values. */
function toLitterFields(values: LitterFormValues) {
  const { whelpingNotes: notes, ...whelping } = sentFields(FORM_WHELPING_FIELDS, values);
  return { ...sentFields(LITTER_FIELDS, values), whelping: { ...whelping, notes } };
}

/** Returns only what differs from the litter the form stands on, so that other people's fields stay theirs. */
function changedLitterFields(values: LitterFormValues, begunWith: LitterFormValues) {
  const { whelping, ...fields } = toLitterFields(values);
  const { whelping: whelpingBefore, ...before } = toLitterFields(begunWith);
  return { ...differing(fields, before), whelping: differing(whelping, whelpingBefore) };
}

/** All fields of the form, in its order; the numbers must fit together and are decided as one. */
const LITTER_GROUPS: readonly RecordGroup<LitterFormValues>[] = [
  ...describedGroups<LitterFormValues>(omitFields(LITTER_FIELDS, ["notes"]), [
    {
      key: "counts",
      label: "Numbers of Puppies",
      fields: ["numberBorn", "numberAlive", "numberMales", "numberFemales"],
      show: (values) =>
        `${values.numberBorn} born, ${values.numberAlive} alive, ${values.numberMales} males, ${values.numberFemales} females`,
    },
  ]),
  ...describedGroups<LitterFormValues>(FORM_WHELPING_FIELDS),
  longTextGroup("notes", "Notes"),
];

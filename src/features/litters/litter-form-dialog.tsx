/** The litter's date, numbers and whelping notes, changed in one dialog. */
import { useWatch } from "react-hook-form";
import { ClosedSection } from "@/components/record-form/closed-section";
import { NotesControl, RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { describedGroups, orEmpty } from "@/components/record-form/record-groups";
import { contactControl } from "@/entities/contacts/contact-field";
import { parentNames } from "@/features/litters/litter-words";
import type { Litter } from "@/features/litters/litter-words";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { PLACES } from "@domain/contacts/naming";
import { checkCounts } from "@domain/litters/counts";
import {
  BIRTH_FIELDS,
  BIRTH_VETERINARIAN_FIELDS,
  LITTER_BOOK_FIELDS,
  LITTER_FIELDS,
  WHELPING_FIELDS,
} from "@domain/litters/record";
import { newLitterSchema } from "@domain/litters/schemas";
import { namesOf } from "@domain/records/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";

const { notes: whelpingNotes, ...whelpingFields } = WHELPING_FIELDS;

/** The whelping notes have another name here, because `notes` are the litter's notes. */
const FORM_WHELPING_FIELDS = { ...whelpingFields, whelpingNotes };
type Whelping = TypedForm<typeof FORM_WHELPING_FIELDS>;
type Values = TypedForm<typeof LITTER_FIELDS> & Whelping;

const COUNTS = ["numberBorn", "numberAlive", "numberMales", "numberFemales"] as const;

function toWhelping(values: Whelping) {
  const { whelpingNotes: notes, ...whelping } = sentFields(FORM_WHELPING_FIELDS, values);
  return { ...whelping, notes };
}

const litterForm = recordForm({
  fields: LITTER_FIELDS,
  noun: "litter",
  isPlain: true,
  nameOf: (litter: Litter) => Object.values(parentNames(litter)).join(" × "),
  functions: api.litters.litters,
  id: "litterId",
  schema: newLitterSchema,
  check: checkCounts,
  controls: { veterinarianName: contactControl(PLACES.litters[0]) },
  together: [
    {
      ...{ key: "veterinarianName", label: "Veterinarian" },
      fields: ["veterinarianId", "veterinarianName"],
      show: ({ veterinarianName }) => orEmpty(veterinarianName),
    },
    {
      key: "counts",
      label: "Numbers of Puppies",
      fields: COUNTS,
      show: (values: Values) =>
        `${values.numberBorn} born, ${values.numberAlive} alive, ${values.numberMales} males, ${values.numberFemales} females`,
    },
  ],
  beside: {
    empty: emptyTypedForm(FORM_WHELPING_FIELDS),
    of: ({ whelping }: Litter): Whelping =>
      typedForm(FORM_WHELPING_FIELDS, { ...whelping, whelpingNotes: whelping.notes }),
    send: (values) => ({ whelping: toWhelping(values) }),
    change: (values, begunWith) => ({ whelping: differing(toWhelping(values), toWhelping(begunWith)) }),
    groups: describedGroups<Values>(FORM_WHELPING_FIELDS),
    names: {
      ...{ "whelping.notes": "whelpingNotes", "whelping.complications": "complications" },
      "whelping.assistanceRequired": "assistanceRequired",
      "whelping.veterinarianPresent": "veterinarianPresent",
      "whelping.placentae": "placentae",
      // If the server refuses a contact, the message is shown at the name.
      veterinarianId: "veterinarianName",
    },
  },
  failureOf: (error) => failureText("Failed to save the litter", error),
});

const LABELS = { numberBorn: "Born", numberAlive: "Alive", numberMales: "Males", numberFemales: "Females" };

/** `litter` is the current stored record. */
export function LitterFormDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const today = useToday();
  return (
    <litterForm.FormDialog
      record={litter}
      live={litter}
      args={{ today }}
      bodyClassName="flex flex-col gap-4"
      onClose={onClose}
    >
      <RecordField name="whelpingDate" max={today} />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {COUNTS.map((name) => (
          <RecordField key={name} name={name} label={LABELS[name]} />
        ))}
      </div>
      {litter.puppies.length > 0 ? (
        <p className="text-sm text-muted-foreground">
          The numbers follow the recorded puppies; raise them only for puppies without a record.
        </p>
      ) : null}
      <fieldset className="flex flex-col gap-4">
        <legend className="font-title mb-3 w-full border-b pb-1 text-lg">Whelping</legend>
        <div className="flex flex-col">
          <RecordField name="assistanceRequired" label="Assistance was required" />
          <RecordField name="veterinarianPresent" label="A veterinarian was present" />
        </div>
        <RecordField name="complications" label="Complications" control={NotesControl} rows={2} />
        <RecordField name="whelpingNotes" label="Whelping notes" control={NotesControl} rows={2} />
        <RecordField name="notes" label="Notes on the litter" rows={2} />
      </fieldset>
      <BirthSection />
      <ClosedSection title="Record Book" names={BOOK} />
      <RecordFields except={["whelpingDate", ...COUNTS, "notes", ...BIRTH, ...BOOK]} />
    </litterForm.FormDialog>
  );
}

const BOOK = namesOf(LITTER_BOOK_FIELDS);
const BIRTH = namesOf({ ...BIRTH_FIELDS, ...BIRTH_VETERINARIAN_FIELDS });
const { birth: _, ...caesareanFields } = BIRTH_FIELDS;

/** If a caesarean is chosen, there are also questions about it. */
function BirthSection() {
  const { birth, ...given } = useWatch<Values>();
  const isCaesarean = birth === "caesarean";
  const names = namesOf(caesareanFields).filter((name) => isCaesarean || given[name]);
  const labels = { placentae: WHELPING_FIELDS.placentae.label };
  return (
    <ClosedSection
      title="Birth"
      names={["birth", "placentae", ...names, "veterinarianName"]}
      labels={labels}
    />
  );
}

/**
 * The dialog in which a health record is written or changed, with the files that belong to it: its fields, what they
 * start with, and how all is saved.
 */
import { type ComponentProps, useMemo, useState } from "react";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import { EditLoader } from "@/components/record-dialog";
import { RecordChoice, RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog as FormDialog } from "@/components/record-form/record-form-dialog";
import { type RecordGroup, describedGroups, textGroup } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { SendingNote } from "@/components/sending-note";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { DogName } from "@/entities/dogs/dog-name";
import { ClinicFormField } from "@/features/health/clinic-field";
import { NEW } from "@/features/health/health-address";
import { serverTextOr } from "@/features/health/health-words";
import { AttachmentList } from "@/features/health/records/attachment-list";
import {
  FileDrop,
  tellFailures,
  useAttachmentUpload,
  useChosenFiles,
} from "@/features/health/records/file-drop";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { groupVets } from "@/features/health/veterinarians/vets";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";
import { healthRecordTypeLabels } from "@domain/health/words";
import { checkHealthDays } from "@domain/health/record-days";
import { HEALTH_RECORD_FIELDS } from "@domain/health/record";
import { type TypedForm, differing, emptyTypedForm, sentFields, typedForm } from "@domain/records/typed-form";
import { newHealthRecordSchema } from "@domain/health/schemas";
import { matchesWords, searchWords } from "@domain/text/text";

type RecordFormDialogProps = {
  /** The record to edit, or null to write one. */
  record: HealthRecord | null;
  /** The dog of a new record; empty while it is to be chosen. */
  dogId: string;
  today: string;
  onClose: () => void;
};

function RecordFormDialog({ record, dogId, today, onClose }: RecordFormDialogProps) {
  const { recordForm, current, edits, files, sending } = useSavedRecordForm({
    record,
    dogId,
    today,
    onSaved: onClose,
  });
  return (
    <FormDialog
      recordForm={recordForm}
      title={record ? "Edit Health Record" : "Add Health Record"}
      submitLabel={record ? "Update Record" : "Add Record"}
      noun="health record"
      name={current?.title ?? "This Health Record"}
      edits={edits}
      hasMore={files.files.length > 0}
      note={<SendingNote sending={sending} />}
      onClose={onClose}
    >
      <RecordFormFields record={current} today={today} />
      <section aria-label="Attachments" className="mt-5 flex flex-col gap-2">
        <h3 className="text-sm font-semibold">Attachments</h3>
        {current && current.attachments.length > 0 ? (
          <AttachmentList attachments={current.attachments} canWrite />
        ) : null}
        <FileDrop
          chosen={files.chosen}
          onAdd={(chosen) => void files.add(chosen)}
          onRemove={files.remove}
          isDisabled={recordForm.isSaving}
        />
      </section>
    </FormDialog>
  );
}

type RecordDialogProps = { recordId: string; dogId: string; today: string; onClose: () => void };

/** The health record form for what the address names: a new record, or a stored one once it is there. */
export function RecordDialog({ recordId, ...props }: RecordDialogProps) {
  if (recordId === NEW) return <RecordFormDialog record={null} {...props} />;
  return <StoredRecordDialog recordId={recordId} {...props} />;
}

function StoredRecordDialog({ recordId, ...props }: RecordDialogProps) {
  const result = useLiveQuery(api.health.healthRecords.get, { recordId });
  return (
    <EditLoader
      result={result}
      title="Edit Health Record"
      thing="health record"
      failureText="Failed to load health data. Please try again."
      onClose={props.onClose}
    >
      {(record) => <RecordFormDialog record={record} {...props} />}
    </EditLoader>
  );
}

/** Source: rule HLT-21. */
const SAVE_FAILURE = "Failed to save health record. Please try again.";

const NO_EDITS: readonly Edit[] = [];

type Options = { record: HealthRecord | null; dogId: string; today: string; onSaved: () => void };

/** Returns a function that stores the record and returns its id. */
function useSaveRecord(record: HealthRecord | null, today: string) {
  const create = useMutation(api.health.healthRecords.create);
  const update = useMutation(api.health.healthRecords.update);
  return async (
    values: HealthRecordFormValues,
    basis: MergeState<HealthRecordFormValues> | null,
  ): Promise<string> => {
    if (!record || !basis) return (await create({ today, ...toServerFields(values) }))._id;
    const changes = changedFields(values, basis.base);
    await update({ recordId: record._id, today, expectedUpdatedAt: basis.version, ...changes });
    return record._id;
  };
}

/**
 * The form of a new or a stored health record, and its attachments: the record is saved first, then each file is
 * sent on its own, so that one that fails costs neither the record nor the other files. Source: rule HLT-16.
 */
function useSavedRecordForm({ record, dogId, today, onSaved }: Options) {
  const { kennelId } = useKennel();
  const recordId = record?._id;
  const live = useLiveQuery(api.health.healthRecords.get, recordId ? { recordId } : "skip");
  const store = useSaveRecord(record, today);
  const files = useChosenFiles();
  const upload = useAttachmentUpload();
  const recordForm = useRecordForm({
    opened: record,
    live: live.data ?? null,
    isDeleted: live.status === "error" && isNotFound(live.error),
    valuesOf: valuesOfRecord,
    newValues: newRecordValues(dogId, today),
    resolver: useMemo(() => recordResolver(today), [today]),
    groups: RECORD_GROUPS,
    draftKey: recordId ? `health-record.${recordId}` : `health-record.new.${kennelId}`,
    toField: toRecordField,
    save: async (values: HealthRecordFormValues, basis) => {
      const savedId = await store(values, basis);
      const failed = await upload.send(savedId, files.files);
      tellFailures(savedId, failed, upload.send);
      return [];
    },
    savedText: "Health record saved",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.health.healthRecords.editsSince,
    recordId ? { recordId, since } : "skip",
  ).data;
  return {
    recordForm,
    current: live.data ?? record,
    edits: edits ?? NO_EDITS,
    files,
    sending: upload.sending,
  };
}

type Values = HealthRecordFormValues;

/** Which fields of the health record form are decided together when two people changed them, and how they read. */
const RECORD_GROUPS: readonly RecordGroup<Values>[] = describedGroups<Values>(HEALTH_RECORD_FIELDS, [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
  textGroup("costCents", "Cost (USD)"),
]);

type RecordFormFieldsProps = { record: HealthRecord | null; today: string };

const WIDE = "sm:col-span-2";

/**
 * The fields of the health record form: first what every record has, then what a visit to the vet adds. `record`
 * names the dog that a stored record came with.
 */
function RecordFormFields({ record, today }: RecordFormFieldsProps) {
  const setsMoney = useKennel().hasRight("finances", "write");
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <DogField record={record} />
      <RecordChoice<Values>
        name="recordType"
        label="Record Type"
        labels={healthRecordTypeLabels}
        openLabel={null}
        required
      />
      <RecordTextField<Values> name="dateRecorded" label="Date" type="date" required max={today} />
      <RecordTextField<Values> name="title" label="Title" required className={WIDE} />
      <RecordTextArea<Values> name="description" label="Description" required className={WIDE} />
      <VisitFields />
      <RecordTextArea<Values> name="diagnosis" label="Diagnosis" rows={2} className={WIDE} />
      <RecordTextArea<Values> name="treatment" label="Treatment" rows={2} className={WIDE} />
      <RecordTextArea<Values> name="medications" label="Medications" rows={2} className={WIDE} />
      <RecordTextField<Values> name="followUpDate" label="Follow-up Date" type="date" />
      {setsMoney ? <RecordTextField<Values> name="costCents" label="Cost (USD)" inputMode="decimal" /> : null}
      <RecordTextArea<Values> name="notes" label="Notes" className={WIDE} />
    </div>
  );
}

function DogField({ record }: { record: HealthRecord | null }) {
  const { control, clearErrors } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name="dogId"
      render={({ field, fieldState }) => (
        <FormField label="Dog" required className={WIDE} error={fieldState.error?.message}>
          {(props) => (
            <DogCombobox
              {...props}
              ref={field.ref}
              dogId={field.value}
              recorded={record?.dog ?? null}
              onDog={(dog) => {
                clearErrors("dogId");
                field.onChange(dog?._id ?? "");
              }}
            />
          )}
        </FormField>
      )}
    />
  );
}

/** Who saw the dog, and where; a known veterinarian brings the clinic along. */
function VisitFields() {
  const { control, clearErrors, getValues, setValue } = useFormContext<Values>();
  return (
    <>
      <Controller
        control={control}
        name="veterinarian"
        render={({ field, fieldState }) => (
          <FormField label="Veterinarian" error={fieldState.error?.message}>
            {(props) => (
              <VetNameField
                {...props}
                ref={field.ref}
                value={field.value}
                onBlur={field.onBlur}
                onValue={(name) => {
                  clearErrors("veterinarian");
                  field.onChange(name);
                }}
                onClinic={(clinic) => {
                  if (getValues("vetClinic").trim() !== "") return;
                  setValue("vetClinic", clinic, { shouldDirty: true });
                }}
              />
            )}
          </FormField>
        )}
      />
      <ClinicFormField<Values> name="vetClinic" />
    </>
  );
}

/** Of every dog of a kennel one or two; the people are far fewer. */
const READ_AT_ONCE = 100;

type VetNameFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
  /** Called with the clinic of a veterinarian who was chosen. */
  onClinic: (clinic: string) => void;
};

/** A veterinarian's name, with the kennel's own veterinarians as suggestions; a known one tells the clinic, too. */
function VetNameField({ value, onValue, onClinic, ...props }: VetNameFieldProps) {
  const { kennelId } = useKennel();
  const [typed, setTyped] = useState<string | null>(null);
  const asked = typed === null ? "skip" : { kennelId, page: 1, limit: READ_AT_ONCE };
  const known = groupVets(useLiveQuery(api.health.veterinaryRecords.list, asked).data?.data ?? []);
  const words = searchWords(typed ?? "");
  const offered = known.filter(({ vet }) =>
    matchesWords(words, [vet.veterinarianName, vet.veterinaryClinic]),
  );
  return (
    <Combobox
      {...props}
      text={value}
      onText={onValue}
      onSearch={setTyped}
      options={offered.map(({ key, vet }) => ({
        value: key,
        text: vet.veterinarianName,
        label: `${vet.veterinarianName}, ${vet.veterinaryClinic}`,
        content: (
          <span className="flex flex-col">
            <span className="font-semibold">{vet.veterinarianName}</span>
            <span className="text-sm text-muted-foreground">{vet.veterinaryClinic}</span>
          </span>
        ),
      }))}
      onSelect={(option) => {
        const vet = offered.find(({ key }) => key === option.value)?.vet;
        if (!vet) return;
        onValue(vet.veterinarianName);
        onClinic(vet.veterinaryClinic);
      }}
    />
  );
}

type HealthRecordFormValues = TypedForm<typeof HEALTH_RECORD_FIELDS>;

/** The form of a new record; the dog is given where it is opened from a dog. */
const newRecordValues = (dogId: string, today: string): HealthRecordFormValues => ({
  ...emptyTypedForm(HEALTH_RECORD_FIELDS),
  dogId,
  dateRecorded: today,
});

/** Returns the form's values for a stored record. */
const valuesOfRecord = (record: HealthRecord): HealthRecordFormValues =>
  typedForm(HEALTH_RECORD_FIELDS, record);

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
const toRecordField = (name: string): keyof HealthRecordFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(HEALTH_RECORD_FIELDS, name) ? (name as keyof HealthRecordFormValues) : null;

/** Makes what the server takes of a form's values. */
const toServerFields = (values: HealthRecordFormValues) => sentFields(HEALTH_RECORD_FIELDS, values);

/** Makes the check of typed values, the breeder's day included. */
const recordResolver = (today: string) =>
  schemaResolver({
    schema: newHealthRecordSchema,
    toServer: toServerFields,
    toField: toRecordField,
    check: (sent) => checkHealthDays(sent, today),
  });

/**
 * Returns only what differs from the record the form began with, so that somebody else's change of another field
 * survives this save.
 */
const changedFields = (values: HealthRecordFormValues, begunWith: HealthRecordFormValues) =>
  differing(toServerFields(values), toServerFields(begunWith));

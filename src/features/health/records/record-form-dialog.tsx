/** The dialog for writing or changing a health record, with its files. */
import { type ComponentProps, useState } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { type Control, RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { NEW } from "@/lib/screen-address";
import { SendingNote } from "@/components/sending-note";
import { Combobox } from "@/components/ui/combobox";
import { DogControl, dogGroup } from "@/entities/dogs/dog-control";
import { ClinicControl } from "@/entities/health/clinic-field";
import { serverTextOr } from "@/lib/failure-text";
import { AttachmentList } from "@/features/health/records/attachment-list";
import {
  FileDrop,
  tellFailures,
  useAttachmentUpload,
  useChosenFiles,
} from "@/features/health/records/file-drop";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { groupVets } from "@/features/health/veterinarians/vets";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { HEALTH_RECORD_FIELDS } from "@domain/health/record";
import { checkHealthDays } from "@domain/health/record-days";
import { matchesWords, searchWords } from "@domain/text/text";

/** A known veterinarian fills in the clinic. */
const VetControl: Control = ({ described, value, onValue, onBlur, inputRef }) => {
  const { getValues, setValue } = useFormContext<{ vetClinic: string }>();
  return (
    <VetNameField
      {...described}
      ref={inputRef}
      {...{ value, onValue, onBlur }}
      onClinic={(clinic) => {
        if (getValues("vetClinic").trim() === "") setValue("vetClinic", clinic, { shouldDirty: true });
      }}
    />
  );
};

const healthRecordForm = recordForm({
  fields: HEALTH_RECORD_FIELDS,
  noun: "health record",
  nameOf: ({ title }: HealthRecord) => title,
  functions: api.health.healthRecords,
  id: "recordId",
  controls: { dogId: DogControl, veterinarian: VetControl, vetClinic: ClinicControl },
  together: [dogGroup],
  check: (sent, { today }) => checkHealthDays(sent, String(today)),
  // Source: rule HLT-21.
  failureOf: (error) => serverTextOr("Failed to save health record. Please try again.", error),
  loadFailure: "Failed to load health data. Please try again.",
});

type HealthRecordDialogProps = { recordId: string; dogId: string; today: string; onClose: () => void };

/**
 * The record is saved first. Then each file is uploaded separately, so that a failed upload loses neither the
 * record nor the other files. Source: rule HLT-16.
 */
export function HealthRecordDialog({ recordId, dogId, today, onClose }: HealthRecordDialogProps) {
  const files = useChosenFiles();
  const upload = useAttachmentUpload();
  return (
    <healthRecordForm.Dialog
      id={recordId}
      given={{ dogId, dateRecorded: today }}
      args={{ today }}
      submitLabel={recordId === NEW ? "Add Record" : "Update Record"}
      hasMore={files.files.length > 0}
      note={<SendingNote sending={upload.sending} />}
      afterSave={async (savedId) =>
        tellFailures(savedId, await upload.send(savedId, files.files), upload.send)
      }
      onClose={onClose}
    >
      {(record) => (
        <>
          <RecordField name="dogId" />
          <RecordField name="recordType" required />
          <RecordField name="dateRecorded" max={today} />
          <RecordFields first={["title", "description", "veterinarian", "vetClinic"]} except={OTHERS} />
          <RecordField name="followUpDate" />
          <RecordField name="costCents" />
          <RecordField name="notes" />
          <Attachments record={record} files={files} />
        </>
      )}
    </healthRecordForm.Dialog>
  );
}

const OTHERS = ["dogId", "recordType", "dateRecorded", "followUpDate", "costCents", "notes"];

type AttachmentsProps = { record: HealthRecord | null; files: ReturnType<typeof useChosenFiles> };

function Attachments({ record, files }: AttachmentsProps) {
  const { isSubmitting } = useFormState();
  return (
    <section aria-label="Attachments" className="mt-1 flex flex-col gap-2 sm:col-span-2">
      <h3 className="text-sm font-semibold">Attachments</h3>
      {record && record.attachments.length > 0 ? (
        <AttachmentList attachments={record.attachments} canWrite />
      ) : null}
      <FileDrop
        chosen={files.chosen}
        onAdd={(chosen) => void files.add(chosen)}
        onRemove={files.remove}
        isDisabled={isSubmitting}
      />
    </section>
  );
}

/** A kennel has one or two entries for each dog, but far fewer veterinarians. */
const READ_AT_ONCE = 100;

type VetNameFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
  /** Called with the clinic of the chosen veterinarian. */
  onClinic: (clinic: string) => void;
};

/** Suggests the kennel's own veterinarians. A known veterinarian also fills in the clinic. */
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

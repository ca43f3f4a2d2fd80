/**
 * The form of a new or a stored health record, and its attachments: the record is saved first, then each file is sent
 * on its own, so that one that fails costs neither the record nor the other files. Source: rule HLT-16.
 */
import { useMemo } from "react";
import { useMutation } from "convex/react";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { serverTextOr } from "@/features/health/health-words";
import { tellFailures } from "@/features/health/records/attachment-failures";
import { useChosenFiles } from "@/features/health/records/file-drop";
import {
  changedFields,
  newRecordValues,
  recordResolver,
  toRecordField,
  toServerFields,
  type HealthRecordFormValues,
  valuesOfRecord,
} from "@/features/health/records/record-form-values";
import { RECORD_GROUPS } from "@/features/health/records/record-groups";
import type { HealthRecord } from "@/features/health/records/types";
import { useAttachmentUpload } from "@/features/health/records/use-attachment-upload";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";

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

/** Returns the form with its files and everything that the dialog shows. */
export function useSavedRecordForm({ record, dogId, today, onSaved }: Options) {
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

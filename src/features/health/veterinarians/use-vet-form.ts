/** The form of a new or a stored veterinarian of a dog: what it stands on and how it is saved (components/record-form). */
import { useMutation } from "convex/react";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { serverTextOr } from "@/features/health/health-words";
import type { Veterinarian } from "@/features/health/veterinarians/types";
import { VET_GROUPS } from "@/features/health/veterinarians/vet-groups";
import {
  changedFields,
  newVetValues,
  toServerFields,
  toVetField,
  valuesOfVet,
  vetResolver,
  type VetFormValues,
} from "@/features/health/veterinarians/vet-form-values";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";

/** Source: rule VET-06. */
const SAVE_FAILURE = "Failed to save veterinary record. Please try again.";

const NO_EDITS: readonly Edit[] = [];

type Options = { vet: Veterinarian | null; dogId: string; onSaved: () => void };

function useSaveVet(vet: Veterinarian | null) {
  const create = useMutation(api.health.veterinaryRecords.create);
  const update = useMutation(api.health.veterinaryRecords.update);
  return async (values: VetFormValues, basis: MergeState<VetFormValues> | null): Promise<string[]> => {
    if (vet && basis) {
      const changes = changedFields(values, basis.base);
      await update({ veterinaryRecordId: vet._id, expectedUpdatedAt: basis.version, ...changes });
    } else await create(toServerFields(values));
    return [];
  };
}

/** Returns the form and everything that its dialog shows. */
export function useVetForm({ vet, dogId, onSaved }: Options) {
  const { kennelId } = useKennel();
  const veterinaryRecordId = vet?._id;
  const live = useLiveQuery(
    api.health.veterinaryRecords.get,
    veterinaryRecordId ? { veterinaryRecordId } : "skip",
  );
  const recordForm = useRecordForm({
    opened: vet,
    live: live.data ?? null,
    isDeleted: live.status === "error" && isNotFound(live.error),
    valuesOf: valuesOfVet,
    newValues: newVetValues(dogId),
    resolver: vetResolver,
    groups: VET_GROUPS,
    draftKey: veterinaryRecordId ? `veterinarian.${veterinaryRecordId}` : `veterinarian.new.${kennelId}`,
    toField: toVetField,
    save: useSaveVet(vet),
    // Source: decision GAP-HLT-15.
    savedText: "Veterinary record saved",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.health.veterinaryRecords.editsSince,
    veterinaryRecordId ? { veterinaryRecordId, since } : "skip",
  ).data;
  return { recordForm, current: live.data ?? vet, edits: edits ?? NO_EDITS };
}

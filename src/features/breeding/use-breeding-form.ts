/**
 * The form of a planned or recorded breeding: what it stands on and how it is saved (components/record-form). What is
 * serious about the pair is asked about before, unless the pair and its day stay as they are.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm, type RecordForm } from "@/components/record-form/use-record-form";
import {
  changedFields,
  newBreedingValues,
  toFormField,
  toServerFields,
  valuesOfBreeding,
  type BreedingFormValues,
  type GivenPlan,
} from "@/features/breeding/breeding-form-values";
import { BREEDING_GROUPS } from "@/features/breeding/breeding-merge";
import { failureSentence } from "@/features/breeding/breeding-words";
import type { Breeding, BreedingId } from "@/features/breeding/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { breedingFormSchema } from "@domain/schemas/breeding";
import { api } from "@convex/_generated/api";

type UseBreedingFormOptions = { breeding: Breeding | null; given: GivenPlan; onSaved: () => void };

/** Watches the recorded breeding that is being edited; both answers are empty for a new one. */
function useLiveBreeding(breedingId: BreedingId | undefined) {
  const result = useLiveQuery(api.breedings.breedings.get, breedingId ? { breedingId } : "skip");
  const isDeleted = result.status === "error" && isNotFound(result.error);
  return { breeding: result.data ?? null, isDeleted };
}

const resolver = schemaResolver({
  schema: breedingFormSchema,
  toServer: toServerFields,
  toField: toFormField,
});

const NO_EDITS: readonly Edit[] = [];
const NOTHING_SERIOUS: readonly string[] = [];

/** What the advice on a pair depends on. */
const MATING = ["sireId", "damId", "breedingDate"] as const;

/** Returns a function that plans or changes a breeding and returns what the breeder should look at again. */
function useSaveBreeding(breedingId: BreedingId | undefined) {
  const { kennelId } = useKennel();
  const create = useMutation(api.breedings.breedings.create);
  const update = useMutation(api.breedings.breedings.update);
  return async (
    values: BreedingFormValues,
    basis: MergeState<BreedingFormValues> | null,
  ): Promise<string[]> => {
    if (!breedingId || !basis) {
      const { sireId, damId } = values;
      return (await create({ kennelId, ...toServerFields(values), sireId, damId })).warnings;
    }
    const changes = changedFields(values, basis.base);
    return (await update({ breedingId, expectedUpdatedAt: basis.version, ...changes })).warnings;
  };
}

/** Returns the form of a new or a recorded breeding, the record as it is stored now, who changed it, and what is serious. */
export function useBreedingForm({ breeding, given, onSaved }: UseBreedingFormOptions): {
  recordForm: RecordForm<BreedingFormValues>;
  record: Breeding | null;
  edits: readonly Edit[];
  serious: readonly string[];
  setSerious: (sentences: readonly string[]) => void;
} {
  const { kennelId } = useKennel();
  const [serious, setSerious] = useState(NOTHING_SERIOUS);
  const breedingId = breeding?._id;
  const live = useLiveBreeding(breedingId);
  const recordForm = useRecordForm({
    opened: breeding,
    live: live.breeding,
    isDeleted: live.isDeleted,
    valuesOf: valuesOfBreeding,
    newValues: newBreedingValues(given),
    resolver,
    groups: BREEDING_GROUPS,
    draftKey: breedingId ? `breeding.${breedingId}` : `breeding.new.${kennelId}`,
    toField: toFormField,
    save: useSaveBreeding(breedingId),
    isDoubtful: (values, basis) =>
      serious.length > 0 && !(basis && MATING.every((name) => values[name] === basis.base[name])),
    savedText: breeding ? "Breeding updated successfully" : "Breeding planned successfully",
    failureTextOf: (error) => failureSentence("Failed to save breeding. Please try again.", error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.breedings.breedings.editsSince,
    breedingId ? { breedingId, since } : "skip",
  ).data;
  return { recordForm, record: live.breeding ?? breeding, edits: edits ?? NO_EDITS, serious, setSerious };
}

/**
 * The breeding form's values, their saving, and what happens when the record changes meanwhile (lib/form-merge.ts).
 *
 *   editing ──submit──► saving ──stored──► closed
 *    ▲  ▲ │               ├──field errors / failure──► editing, text kept
 *    │  │ └─both changed──┼──► choosing ──chosen──► saving, on top of the newer record
 *    │  └──back───────────┘         ▲
 *    └────merged by itself, saved again ◄── refused: a newer record is stored ── both changed
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { ShownConflict } from "@/components/conflict-dialog";
import {
  changedFields,
  newBreedingValues,
  toFormEdit,
  toFormField,
  toServerFields,
  valuesOfBreeding,
  type GivenParents,
} from "@/features/breeding/breeding-form-values";
import {
  BREEDING_GROUPS,
  breedingGroupsOf,
  showBreedingConflicts,
  type BreedingGroup,
} from "@/features/breeding/breeding-merge";
import { failureSentence } from "@/features/breeding/breeding-words";
import type { Breeding, BreedingId } from "@/features/breeding/types";
import type { Edit } from "@/hooks/edit-authors";
import { useFormDraft, type FormDraft } from "@/hooks/use-form-draft";
import { useFormMerge } from "@/hooks/use-form-merge";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { getErrorData } from "../../../domain/errors";
import type { Choice } from "../../../domain/merge/merge";
import { breedingFormSchema, type BreedingFormValues } from "../../../domain/schemas/breeding";
import { api } from "../../../convex/_generated/api";

const SAVE_FAILURE = "Failed to save breeding. Please try again.";

type Form = UseFormReturn<BreedingFormValues>;

type UseBreedingFormOptions = { breeding: Breeding | null; given: GivenParents; onSaved: () => void };

/** What somebody else did to the record while the form was open. */
type Meanwhile = {
  isDeleted: boolean;
  adopted: readonly BreedingGroup[];
  conflicts: readonly BreedingGroup[];
  edits: readonly Edit[];
  compare: () => void;
  /** What is to be chosen now, or null while the breeder is not choosing. */
  choosing: {
    conflicts: readonly ShownConflict[];
    decide: (choices: Record<string, Choice>) => void;
    close: () => void;
  } | null;
};

export type BreedingForm = {
  form: Form;
  submit: () => Promise<void>;
  isSaving: boolean;
  /** The failure to show above the buttons. */
  failure: string | null;
  meanwhile: Meanwhile;
  /** The record as it is stored now. */
  record: Breeding | null;
  /** Text from an earlier visit that was never saved. */
  draft: FormDraft;
};

/** Puts the server's messages at their fields; says whether all of them found one. */
function showFieldErrors(form: Form, fields: Record<string, string>): boolean {
  const entries = Object.entries(fields);
  const known = entries.flatMap(([name, message]) => {
    const field = toFormField(name);
    return field ? [{ field, message }] : [];
  });
  known.forEach(({ field, message }, index) => {
    form.setError(field, { message }, { shouldFocus: index === 0 });
  });
  return entries.length > 0 && known.length === entries.length;
}

/** Watches the recorded breeding that is being edited; both answers are empty for a new one. */
function useLiveBreeding(breedingId: BreedingId | undefined) {
  const result = useLiveQuery(api.breedings.get, breedingId ? { breedingId } : "skip");
  const isDeleted = result.status === "error" && getErrorData(result.error)?.code === "NOT_FOUND";
  return { breeding: result.data ?? null, isDeleted };
}

/** Watches who changed the breeding after a version of it. */
function useBreedingEdits(breedingId: BreedingId | undefined, since: number): readonly Edit[] {
  const edits = useLiveQuery(api.breedings.editsSince, breedingId ? { breedingId, since } : "skip").data;
  return useMemo(() => (edits ?? []).map(toFormEdit), [edits]);
}

/** Returns a function that plans or changes a breeding and answers what the breeder should look at again. */
function useSaveBreeding(breedingId: BreedingId | undefined) {
  const { kennelId } = useKennel();
  const create = useMutation(api.breedings.create);
  const update = useMutation(api.breedings.update);
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

/** A save that waits for the connection may end after the form was closed. */
function useIsOpen() {
  const isOpenRef = useRef(true);
  useEffect(() => {
    isOpenRef.current = true;
    return () => {
      isOpenRef.current = false;
    };
  }, []);
  return isOpenRef;
}

/** Returns the form of a new or a recorded breeding with everything the dialog shows. */
export function useBreedingForm({ breeding, given, onSaved }: UseBreedingFormOptions): BreedingForm {
  const { kennelId } = useKennel();
  const [begun] = useState(
    () => breeding && { values: valuesOfBreeding(breeding), version: breeding.updatedAt },
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const live = useLiveBreeding(breeding?._id);
  const save = useSaveBreeding(breeding?._id);
  const form: Form = useForm<BreedingFormValues>({
    resolver: zodResolver(breedingFormSchema),
    defaultValues: begun?.values ?? newBreedingValues(given),
    reValidateMode: "onSubmit",
  });
  const stored = useMemo(
    () => live.breeding && { values: valuesOfBreeding(live.breeding), version: live.breeding.updatedAt },
    [live.breeding],
  );
  const { merge, state } = useFormMerge({ form, groups: BREEDING_GROUPS, begun, stored });

  // A draft may have been typed over a version from before this form was opened.
  const [isRestored, setRestored] = useState(false);
  const restoreBase = useCallback(
    (base: Partial<BreedingFormValues>) => {
      setRestored(true);
      merge?.rebase(base);
    },
    [merge],
  );
  const draftKey = breeding ? `breeding.${breeding._id}` : `breeding.new.${kennelId}`;
  const draft = useFormDraft(draftKey, form, restoreBase);
  const edits = useBreedingEdits(breeding?._id, isRestored ? 0 : (begun?.version ?? 0));
  const isOpenRef = useIsOpen();

  const store = async (values: BreedingFormValues): Promise<void> => {
    setFailure(null);
    setSaving(true);
    const basis = merge?.getState() ?? null;
    try {
      merge?.pause();
      const warnings = await save(values, basis);
      toast.success(breeding ? "Breeding updated successfully" : "Breeding planned successfully");
      for (const warning of warnings) toast.warning(warning);
      draft.discard();
      if (isOpenRef.current) onSaved();
    } catch (error) {
      if (!isOpenRef.current) {
        toast.error(SAVE_FAILURE);
        return;
      }
      merge?.resume();
      const data = getErrorData(error);
      if (merge && basis && data?.code === "STALE_UPDATE") {
        // The newer record is on its way, or here already.
        await merge.newerThan(basis.version);
        setSaving(false);
        if (merge.findConflicts().length > 0) setChoosing(true);
        else await form.handleSubmit(store)();
        return;
      }
      const isDeleted = data?.code === "NOT_FOUND" && breeding !== null;
      const hasAllShown = data ? showFieldErrors(form, data.details.fields ?? {}) : false;
      if (!isDeleted && !hasAllShown) setFailure(failureSentence(SAVE_FAILURE, error));
      setSaving(false);
    }
  };
  const storeOrChoose = async (values: BreedingFormValues): Promise<void> => {
    if (merge && merge.findConflicts().length > 0) setChoosing(true);
    else await store(values);
  };
  const submit = () => form.handleSubmit(storeOrChoose)();
  const decide = (choices: Record<string, Choice>) => {
    merge?.settle(choices);
    setChoosing(false);
    void submit();
  };

  const toChoose = isChoosing && merge ? merge.findConflicts() : [];
  return {
    form,
    submit,
    isSaving,
    failure,
    meanwhile: {
      isDeleted: live.isDeleted && !isSaving,
      adopted: breedingGroupsOf(state?.adopted ?? []),
      conflicts: isSaving ? [] : breedingGroupsOf(state?.conflicts ?? []),
      edits,
      compare: () => setChoosing(true),
      choosing:
        state && toChoose.length > 0
          ? {
              conflicts: showBreedingConflicts(toChoose, {
                mine: form.getValues(),
                theirs: state.theirs,
                edits,
              }),
              decide,
              close: () => setChoosing(false),
            }
          : null,
    },
    record: live.breeding ?? breeding,
    draft,
  };
}

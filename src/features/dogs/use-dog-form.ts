/**
 * The dog form's values, their saving, and what happens when the record changes meanwhile (lib/form-merge.ts).
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
import { toast } from "sonner";
import type { ShownConflict } from "@/components/conflict-dialog";
import {
  isDogField,
  newDogValues,
  settleRights,
  valuesOfDog,
  type DogFormValues,
} from "@/features/dogs/dog-form-values";
import { DOG_GROUPS, dogGroupsOf, showDogConflicts, type DogGroup } from "@/features/dogs/dog-merge";
import type { Dog } from "@/features/dogs/types";
import type { Edit } from "@/hooks/edit-authors";
import { useFormDraft, type FormDraft } from "@/hooks/use-form-draft";
import { useFormMerge } from "@/hooks/use-form-merge";
import { useKennel } from "@/hooks/use-kennel";
import { useDogEdits, useLiveDog, useSaveDog } from "@/features/dogs/use-save-dog";
import { saveFailureText } from "@/features/dogs/save-failure";
import { getErrorData } from "../../../domain/errors";
import type { Choice } from "../../../domain/merge/merge";
import { dogFormSchema, type DogFormOutput } from "../../../domain/schemas/dog";

type UseDogFormOptions = { dog: Dog | null; today: string; onSaved: () => void };

/** What somebody else did to the record while the form was open. */
export type DogMeanwhile = {
  isDeleted: boolean;
  adopted: readonly DogGroup[];
  conflicts: readonly DogGroup[];
  edits: readonly Edit[];
  compare: () => void;
  /** What is to be chosen now, or null while the breeder is not choosing. */
  choosing: {
    conflicts: readonly ShownConflict[];
    decide: (choices: Record<string, Choice>) => void;
    close: () => void;
  } | null;
};

export type DogForm = {
  form: UseFormReturn<DogFormValues, unknown, DogFormOutput>;
  submit: () => Promise<void>;
  isSaving: boolean;
  /** The failure to show above the buttons. */
  failure: string | null;
  meanwhile: DogMeanwhile;
  /** The record as it is stored now. */
  record: Dog | null;
  /** Set while the breeder is asked whether the dog has really died. */
  deathQuestion: { confirm: () => void; cancel: () => void } | null;
  /** Text from an earlier visit that was never saved. */
  draft: FormDraft;
};

/** Puts the server's messages at their fields; says whether all of them found one. */
function showFieldErrors(form: DogForm["form"], fields: Record<string, string>): boolean {
  const entries = Object.entries(fields);
  const known = entries.filter(([name]) => isDogField(name));
  known.forEach(([name, message], index) => {
    if (isDogField(name)) form.setError(name, { message }, { shouldFocus: index === 0 });
  });
  return entries.length > 0 && known.length === entries.length;
}

/** The record as the form's values, the same object until the record changes. */
function useStoredValues(dog: Dog | null) {
  return useMemo(() => dog && { values: valuesOfDog(dog), version: dog.updatedAt }, [dog]);
}

/** Returns the form of a new or a recorded dog with everything the dialog shows. */
export function useDogForm({ dog, today, onSaved }: UseDogFormOptions): DogForm {
  const [begun] = useState(() => dog && { values: valuesOfDog(dog), version: dog.updatedAt });
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const live = useLiveDog(dog?._id);
  const save = useSaveDog();
  const form = useForm<DogFormValues, unknown, DogFormOutput>({
    resolver: zodResolver(dogFormSchema),
    defaultValues: begun?.values ?? newDogValues,
    reValidateMode: "onSubmit",
  });
  const { merge, state } = useFormMerge({
    form,
    groups: DOG_GROUPS,
    begun,
    stored: useStoredValues(live.dog),
  });

  const { kennelId } = useKennel();
  // A draft may have been typed over a version from before this form was opened.
  const [isRestored, setRestored] = useState(false);
  const restoreBase = useCallback(
    (base: Partial<DogFormValues>) => {
      setRestored(true);
      merge?.rebase(base);
    },
    [merge],
  );
  const draft = useFormDraft(dog ? `dog.${dog._id}` : `dog.new.${kennelId}`, form, restoreBase);
  const edits = useDogEdits(dog?._id, isRestored ? 0 : (begun?.version ?? 0));

  const [valuesOfDead, setValuesOfDead] = useState<DogFormOutput | null>(null);

  // A save that waits for the connection may end after the form was closed.
  const isOpenRef = useRef(true);
  useEffect(() => {
    isOpenRef.current = true;
    return () => {
      isOpenRef.current = false;
    };
  }, []);

  const store = async (values: DogFormOutput): Promise<void> => {
    setFailure(null);
    setSaving(true);
    const basis = merge?.getState() ?? null;
    try {
      merge?.pause();
      const version = basis && { base: basis.base, updatedAt: basis.version };
      const warnings = await save({ dogId: dog?._id, version, values: settleRights(values), today });
      toast.success(dog ? "Dog updated successfully" : "Dog added successfully");
      for (const warning of warnings) toast.warning(warning);
      draft.discard();
      if (isOpenRef.current) onSaved();
    } catch (error) {
      if (!isOpenRef.current) {
        toast.error("Failed to save dog");
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
      const isDeleted = data?.code === "NOT_FOUND" && dog !== null;
      const hasAllShown = data ? showFieldErrors(form, data.details.fields ?? {}) : false;
      if (!isDeleted && !hasAllShown) setFailure(saveFailureText(error));
      setSaving(false);
    }
  };

  const storeOrAsk = async (values: DogFormOutput): Promise<void> => {
    if (merge && merge.findConflicts().length > 0) {
      setChoosing(true);
      return;
    }
    const isDeathNews = values.status === "deceased" && state?.base.status !== "deceased";
    if (isDeathNews) setValuesOfDead(values);
    else await store(values);
  };
  const submit = () => form.handleSubmit(storeOrAsk)();
  const answerDeath = (hasDied: boolean) => {
    setValuesOfDead(null);
    if (hasDied && valuesOfDead) void store(valuesOfDead);
  };
  const decide = (choices: Record<string, Choice>) => {
    merge?.settle(choices);
    setChoosing(false);
    void submit();
  };

  const conflicts = isSaving ? [] : (state?.conflicts ?? []);
  const toChoose = isChoosing && merge ? merge.findConflicts() : [];
  return {
    form,
    submit,
    deathQuestion: valuesOfDead && { confirm: () => answerDeath(true), cancel: () => answerDeath(false) },
    isSaving,
    failure,
    meanwhile: {
      isDeleted: live.isDeleted && !isSaving,
      adopted: dogGroupsOf(state?.adopted ?? []),
      conflicts: dogGroupsOf(conflicts),
      edits,
      compare: () => setChoosing(true),
      choosing:
        state && toChoose.length > 0
          ? {
              conflicts: showDogConflicts(toChoose, { mine: form.getValues(), theirs: state.theirs, edits }),
              decide,
              close: () => setChoosing(false),
            }
          : null,
    },
    record: live.dog ?? dog,
    draft,
  };
}

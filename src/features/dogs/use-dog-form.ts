/**
 * The dog form's values, their saving, and what to do when the record changed meanwhile.
 *
 *   editing ──submit──► saving ──stored──► closed
 *      ▲                  ├──field errors / failure──► editing, text kept
 *      └── keep mine ─────┴──changed by somebody else──► conflict ── load newer ──► editing the newer record
 */
import { useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { toast } from "sonner";
import {
  isDogField,
  newDogValues,
  settleRights,
  valuesOfDog,
  type DogFormValues,
} from "@/features/dogs/dog-form-values";
import type { Dog } from "@/features/dogs/types";
import { useFormDraft, type FormDraft } from "@/hooks/use-form-draft";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveDog, useSaveDog } from "@/features/dogs/use-save-dog";
import { getErrorData } from "../../../domain/errors";
import { dogFormSchema, type DogFormOutput } from "../../../domain/schemas/dog";

type UseDogFormOptions = { dog: Dog | null; today: string; onSaved: () => void };

export type DogConflict = "changed" | "deleted" | null;

export type DogForm = {
  form: UseFormReturn<DogFormValues, unknown, DogFormOutput>;
  submit: () => Promise<void>;
  isSaving: boolean;
  /** The failure to show above the buttons. */
  failure: string | null;
  conflict: DogConflict;
  keepMine: () => void;
  loadNewer: () => void;
  canSave: boolean;
  /** The record that the form stands on. */
  record: Dog | null;
  /** Changes when the form was filled anew. */
  version: number;
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

/** Returns the form of a new or a recorded dog with everything the dialog shows. */
export function useDogForm({ dog, today, onSaved }: UseDogFormOptions): DogForm {
  // The record as it was when the breeder began, or as it was when they decided about somebody's change.
  const [record, setRecord] = useState(dog);
  const [expectedUpdatedAt, setExpectedUpdatedAt] = useState(dog?.updatedAt);
  const [version, setVersion] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const live = useLiveDog(dog?._id);
  const save = useSaveDog();
  const form = useForm<DogFormValues, unknown, DogFormOutput>({
    resolver: zodResolver(dogFormSchema),
    defaultValues: dog ? valuesOfDog(dog) : newDogValues,
    reValidateMode: "onSubmit",
  });

  const { kennelId } = useKennel();
  const draft = useFormDraft(dog ? `dog.${dog._id}` : `dog.new.${kennelId}`, form);

  const [valuesOfDead, setValuesOfDead] = useState<DogFormOutput | null>(null);

  const hasChanged = live.dog !== null && live.dog.updatedAt !== expectedUpdatedAt;
  // While saving, the record changes by this very save.
  const conflict: DogConflict = isSaving ? null : live.isDeleted ? "deleted" : hasChanged ? "changed" : null;

  // A save that waits for the connection may end after the form was closed.
  const isOpenRef = useRef(true);
  useEffect(() => {
    isOpenRef.current = true;
    return () => {
      isOpenRef.current = false;
    };
  }, []);

  const store = async (values: DogFormOutput) => {
    setFailure(null);
    setSaving(true);
    try {
      const warnings = await save({ record, values: settleRights(values), today, expectedUpdatedAt });
      toast.success(record ? "Dog updated successfully" : "Dog added successfully");
      for (const warning of warnings) toast.warning(warning);
      draft.discard();
      if (isOpenRef.current) onSaved();
    } catch (error) {
      if (!isOpenRef.current) {
        toast.error("Failed to save dog");
        return;
      }
      const data = getErrorData(error);
      const isConflict = data?.code === "STALE_UPDATE" || (data?.code === "NOT_FOUND" && record !== null);
      const hasAllShown = data ? showFieldErrors(form, data.details.fields ?? {}) : false;
      if (!isConflict && !hasAllShown) setFailure("Failed to save dog");
      setSaving(false);
    }
  };

  const storeOrAsk = async (values: DogFormOutput) => {
    const isDeathNews = values.status === "deceased" && record?.status !== "deceased";
    if (isDeathNews) setValuesOfDead(values);
    else await store(values);
  };
  const answerDeath = (hasDied: boolean) => {
    setValuesOfDead(null);
    if (hasDied && valuesOfDead) void store(valuesOfDead);
  };

  return {
    form,
    submit: () => form.handleSubmit(storeOrAsk)(),
    deathQuestion: valuesOfDead && { confirm: () => answerDeath(true), cancel: () => answerDeath(false) },
    isSaving,
    failure,
    conflict,
    keepMine: () => setExpectedUpdatedAt(live.dog?.updatedAt),
    loadNewer: () => {
      if (!live.dog) return;
      setRecord(live.dog);
      setExpectedUpdatedAt(live.dog.updatedAt);
      form.reset(valuesOfDog(live.dog));
      setFailure(null);
      setVersion((count) => count + 1);
    },
    canSave: conflict === null,
    record,
    version,
    draft,
  };
}

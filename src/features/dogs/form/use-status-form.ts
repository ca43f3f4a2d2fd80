/** Ties the Status dialog's form to the live record: saving on its newest version, and choosing where both changed it. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { labelled, showConflicts } from "@/components/record-form/record-groups";
import { valuesOfDog } from "@/features/dogs/form/dog-form-values";
import { STATUS_GROUPS } from "@/features/dogs/form/dog-merge";
import { saveFailureText } from "@/features/dogs/form/save-failure";
import { StatusForm, type StatusValues } from "@/features/dogs/form/status-form";
import type { Dog } from "@/features/dogs/types";
import { useDogEdits, useLiveDog } from "@/features/dogs/form/use-save-dog";
import type { DogStatus } from "@domain/constants/dogs";
import { getErrorData, type FieldErrors } from "@domain/errors";
import type { Choice } from "@domain/merge/merge";
import { api } from "@convex/_generated/api";

const storedOf = (dog: Dog) => ({ values: valuesOfDog(dog), version: dog.updatedAt });

/** Returns what the dialog shows and does; `chosen` is the status that was chosen before it opened. */
export function useStatusForm(dog: Dog, today: string, onClose: () => void, chosen?: DogStatus) {
  const update = useMutation(api.dogs.dogs.update);
  const [form] = useState(() => {
    const begun = new StatusForm(storedOf(dog), today);
    if (chosen !== undefined) begun.chooseStatus(chosen);
    return begun;
  });
  const values = useSyncExternalStore(form.subscribe, form.getValues);
  const state = useSyncExternalStore(form.merge.subscribe, form.merge.getState);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [isAskingAboutDeath, setAskingAboutDeath] = useState(false);
  const live = useLiveDog(dog._id);
  const edits = useDogEdits(dog._id, dog.updatedAt);
  useEffect(() => {
    if (live.dog) form.take(storedOf(live.dog));
  }, [form, live.dog]);

  const store = async (): Promise<void> => {
    setErrors({});
    setFailure(null);
    setSaving(true);
    const { version } = form.merge.getState();
    try {
      form.merge.pause();
      const change = { dogId: dog._id, today, expectedUpdatedAt: version, ...form.toChange() };
      const { warnings } = await update(change);
      toast.success("Dog updated successfully");
      for (const warning of warnings) toast.warning(warning);
      onClose();
    } catch (error) {
      form.merge.resume();
      const data = getErrorData(error);
      if (data?.code === "STALE_UPDATE") {
        // The newer record is on its way, or here already.
        await form.merge.newerThan(version);
        setSaving(false);
        if (form.merge.findConflicts().length > 0) setChoosing(true);
        else await store();
        return;
      }
      const fields = data?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(saveFailureText(error));
      setSaving(false);
    }
  };
  const submit = () => {
    const { status, changedOn } = form.getValues();
    if (status !== "active" && changedOn === "") setErrors({ statusChangedOn: "Date is required" });
    else if (form.merge.findConflicts().length > 0) setChoosing(true);
    else if (form.isDeathNews()) setAskingAboutDeath(true);
    else void store();
  };
  const answerDeath = (hasDied: boolean) => {
    setAskingAboutDeath(false);
    if (hasDied) void store();
  };
  const decide = (choices: Record<string, Choice>) => {
    form.merge.settle(choices);
    setChoosing(false);
    submit();
  };

  const toChoose = isChoosing ? form.merge.findConflicts() : [];
  const mine = { ...state.base, ...form.toChange() };
  const meanwhile = {
    isDeleted: live.isDeleted && !isSaving,
    adopted: labelled(STATUS_GROUPS, state.adopted),
    conflicts: isSaving ? [] : labelled(STATUS_GROUPS, state.conflicts),
    edits,
    compare: () => setChoosing(true),
    choosing:
      toChoose.length > 0
        ? {
            conflicts: showConflicts(labelled(STATUS_GROUPS, toChoose), {
              mine,
              theirs: state.theirs,
              edits,
            }),
            decide,
            close: () => setChoosing(false),
          }
        : null,
  };
  return {
    values,
    change: (changes: Partial<StatusValues>) => {
      setErrors({});
      form.change(changes);
    },
    chooseStatus: (status: DogStatus) => {
      setErrors({});
      form.chooseStatus(status);
    },
    submit,
    errors,
    failure,
    isSaving,
    meanwhile,
    deathQuestion: isAskingAboutDeath
      ? { confirm: () => answerDeath(true), cancel: () => answerDeath(false) }
      : null,
  };
}

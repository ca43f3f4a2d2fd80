/** The actions for a breeding, the same on all screens, and the state of the open action. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { useDetailAddress, useDialogAddress } from "@/features/breedings/breeding-address";
import type { BreedingActions } from "@/features/breedings/breeding-menu";
import { failureSentence } from "@/features/breedings/breeding-words";
import { type StatusQuestion, type StepValues, hasFields } from "@/features/breedings/step-dialog";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { api } from "@convex/_generated/api";
import { isUsualStep } from "@domain/breedings/status";
import type { BreedingStatus } from "@domain/breedings/rules";
import { getErrorData } from "@domain/errors";

/** The actions are stable between renders. */
export function useBreedingActions(today: string) {
  const detail = useDetailAddress();
  const dialog = useDialogAddress();
  const [deleted, setDeleted] = useState<Breeding | null>(null);
  const status = useStatusChange(today, (breeding) => dialog.open("whelp", breeding._id));
  const actions: BreedingActions = {
    onView: useStableCallback((breeding: Breeding) => detail.open(breeding._id)),
    onStatus: useStableCallback(status.change),
    onEdit: useStableCallback((breeding: Breeding) => dialog.open("edit", breeding._id)),
    onDelete: setDeleted,
  };
  return { actions, plan: () => dialog.open("add", "1"), detail, dialog, status, deleted, setDeleted };
}

export type OpenBreedings = ReturnType<typeof useBreedingActions>;

/**
 * A step without details is taken immediately. An unusual step, or a step that needs days or a check, opens a
 * dialog first. Whelping has its own dialog. The message after a step has an undo button, which also reverts the
 * step's effects. Sources: decisions GAP-BRD-03 and GAP-BRD-09.
 */
export function useStatusChange(today: string, onWhelp: (breeding: Breeding) => void) {
  const setStatus = useMutation(api.breedings.breedings.setStatus);
  const [question, setQuestion] = useState<StatusQuestion | null>(null);

  /** Does nothing if somebody else has changed the status since then. */
  const undo = async (
    { _id: breedingId, status: before, breedingDate, expectedDueDate, breedingType }: Breeding,
    expectedStatus: BreedingStatus,
    { isMoved, isOtherType, checkId }: { isMoved: boolean; isOtherType: boolean; checkId: string | null },
  ) => {
    try {
      await setStatus({
        ...{ breedingId, status: before, expectedStatus, today },
        ...(isMoved && { breedingDate, expectedDueDate }),
        ...(isOtherType && { breedingType }),
        ...(checkId !== null && { undoneCheckId: checkId }),
      });
      toast.success(`Breeding status updated to '${before}'`);
    } catch (error) {
      const isOvertaken = getErrorData(error)?.code === "STALE_UPDATE";
      toast.error(
        isOvertaken
          ? "Not undone: somebody else has changed the status since."
          : failureSentence("Failed to update breeding status.", error),
      );
    }
  };
  /** Throws the reason if the step fails. */
  const take = async ({ breeding, status }: StatusQuestion, values: StepValues): Promise<void> => {
    const { _id: breedingId, status: expectedStatus } = breeding;
    const saved = await setStatus({ breedingId, status, expectedStatus, today, ...values });
    const brought = {
      isMoved: values.breedingDate !== undefined,
      isOtherType: values.breedingType !== undefined,
      checkId: values.pregnancyCheck ? saved.pregnancyCheckId : null,
    };
    const isStep = status !== expectedStatus;
    toast.success(isStep ? `Breeding status updated to '${status}'` : "Pregnancy check recorded", {
      action: { label: "Undo", onClick: () => void undo(breeding, status, brought) },
    });
  };
  const store = async (
    breeding: Breeding,
    status: BreedingStatus,
    values: StepValues = {},
  ): Promise<void> => {
    try {
      await take({ breeding, status }, values);
    } catch (error) {
      toast.error(failureSentence("Failed to update breeding status.", error));
    }
  };
  return {
    change: (breeding: Breeding, status: BreedingStatus) => {
      const asked = { breeding, status };
      if (status === "whelped" && breeding.status !== "whelped" && breeding.litterId === null)
        onWhelp(breeding);
      else if (hasFields(asked, today) || !isUsualStep(breeding.status, status)) setQuestion(asked);
      else void store(breeding, status);
    },
    question,
    answer: (isMeant: boolean) => {
      setQuestion(null);
      if (isMeant && question) void store(question.breeding, question.status);
    },
    take,
    /** Sets the status without a question. A failure shows a message. */
    store,
  };
}

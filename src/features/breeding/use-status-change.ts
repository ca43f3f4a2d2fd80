/**
 * Changing a breeding's status. A usual step is taken at once and can be taken back in the message that tells of it;
 * an unusual one, and a mating still to come, are asked about first; whelping leads to its own dialog. Sources:
 * decisions GAP-BRD-03 and GAP-BRD-09.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { failureSentence } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";
import { isUsualStep } from "@domain/breedings/status";
import type { BreedingStatus } from "@domain/constants/breedings";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

export type StatusQuestion = { breeding: Breeding; status: BreedingStatus };

/** Says whether a step needs a word first. */
const isDoubtful = ({ status: from, breedingDate }: Breeding, to: BreedingStatus, today: string): boolean =>
  !isUsualStep(from, to) || (to === "bred" && breedingDate > today);

/** Returns how to ask for a step, and the question that is open. */
export function useStatusChange(today: string, onWhelp: (breeding: Breeding) => void) {
  const setStatus = useMutation(api.breedings.breedings.setStatus);
  const [question, setQuestion] = useState<StatusQuestion | null>(null);

  /** Goes back to the status before, unless somebody else has taken a further step since. */
  const undo = async ({ _id: breedingId, status: before }: Breeding, expectedStatus: BreedingStatus) => {
    try {
      await setStatus({ breedingId, status: before, expectedStatus, today });
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
  const store = async (breeding: Breeding, status: BreedingStatus): Promise<void> => {
    try {
      await setStatus({ breedingId: breeding._id, status, today });
      toast.success(`Breeding status updated to '${status}'`, {
        action: { label: "Undo", onClick: () => void undo(breeding, status) },
      });
    } catch (error) {
      toast.error(failureSentence("Failed to update breeding status.", error));
    }
  };
  return {
    change: (breeding: Breeding, status: BreedingStatus) => {
      if (status === "whelped" && breeding.litterId === null) onWhelp(breeding);
      else if (isDoubtful(breeding, status, today)) setQuestion({ breeding, status });
      else void store(breeding, status);
    },
    question,
    answer: (isMeant: boolean) => {
      setQuestion(null);
      if (isMeant && question) void store(question.breeding, question.status);
    },
    /** Sets the status alone, without asking. */
    store,
  };
}

/**
 * Ticks and unticks doses. If another person was faster, a message appears. A dose that is less than an hour after
 * another dose needs a confirmation.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { doseText, type Course, type Dose } from "@/entities/medications/medication-words";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

interface Asked {
  readonly course: Course;
  readonly slot: number | null;
  readonly other: Dose;
}

export function useDoses(today: string) {
  const giveOne = useMutation(api.health.medications.giveOne);
  const undoOne = useMutation(api.health.medications.undoOne);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  const undo = async ({ _id, dogId }: Course, entryKey: string): Promise<void> => {
    try {
      await undoOne({ dogId, courseId: _id, entryKey });
    } catch (error) {
      toast.error(failureText("The dose could not be undone", error));
    }
  };

  const give = async (course: Course, slot: number | null, isMeant = false): Promise<void> => {
    const entryKey = crypto.randomUUID();
    setBusy(`${course._id} ${slot ?? ""}`);
    setAsked(null);
    try {
      const { outcome, other } = await giveOne({
        dogId: course.dogId,
        courseId: course._id,
        dayOn: today,
        slot,
        givenAt: Date.now(),
        entryKey,
        isMeant,
        today,
      });
      if (outcome === "near" && other) setAsked({ course, slot, other });
      else if (outcome === "given" && other)
        toast.info(`${course.drug} was already given, ${doseText(other, today)}`);
      else {
        toast.success(`${course.drug} given`, {
          action: { label: "Undo", onClick: () => void undo(course, entryKey) },
        });
      }
    } catch (error) {
      toast.error(failureText("The dose could not be recorded", error));
    }
    setBusy(null);
  };

  return { give, undo, busy, asked, dismiss: () => setAsked(null) };
}

export type Doses = ReturnType<typeof useDoses>;

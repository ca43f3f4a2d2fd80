/** Deletes heats and readings. Each message has an undo button. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { failureText } from "@/lib/failure-text";
import { HEAT_FIELDS, READING_FIELDS } from "@domain/heats/record";
import { valuesIn } from "@domain/records/record";
import { api } from "@convex/_generated/api";

export type HeatLogData = NonNullable<FunctionReturnType<typeof api.heats.heats.ofDog>>;
export type HeatEntry = HeatLogData["heats"][number];
export type HeatReading = HeatEntry["readings"][number];

/** If the change fails, shows a message and returns false. */
async function orSay(message: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(failureText(message, error));
    return false;
  }
}

/** The user can undo each action. */
export function useHeatActions(dogId: string, today: string) {
  const add = useMutation(api.heats.heats.add);
  const remove = useMutation(api.heats.heats.remove);
  const addReading = useMutation(api.heats.heats.addProgesterone);
  const removeReading = useMutation(api.heats.heats.removeProgesterone);
  const setSpayed = useMutation(api.heats.heats.setSpayed);

  const offerUndo = (message: string, failure: string, undo: () => Promise<unknown>) =>
    toast.success(message, { action: { label: "Undo", onClick: () => void orSay(failure, undo) } });

  return {
    deleteHeat: async (heat: HeatEntry) => {
      const kept = {
        ...valuesIn(HEAT_FIELDS, heat),
        readings: heat.readings.map((reading) => valuesIn(READING_FIELDS, reading)),
      };
      if (!(await orSay("The heat could not be deleted", () => remove({ heatId: heat._id })))) return;
      offerUndo("Heat deleted", "The heat could not be brought back", () => add({ dogId, today, ...kept }));
    },
    deleteReading: async (reading: HeatReading) => {
      const { heatId, _id: readingId } = reading;
      const isDone = await orSay("The reading could not be deleted", () =>
        removeReading({ heatId, readingId }),
      );
      if (!isDone) return;
      offerUndo("Reading deleted", "The reading could not be brought back", () =>
        addReading({ heatId, today, ...valuesIn(READING_FIELDS, reading) }),
      );
    },
    markSpayed: async (spayedOn: string | null, before: string | null) => {
      const isDone = await orSay("This could not be recorded", () => setSpayed({ dogId, today, spayedOn }));
      if (!isDone) return;
      offerUndo(
        spayedOn === null ? "She is no longer recorded as spayed" : "Recorded as spayed",
        "This could not be undone",
        () => setSpayed({ dogId, today, spayedOn: before }),
      );
    },
  };
}

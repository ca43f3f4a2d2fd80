/** Sends queued weighings wherever in the app the breeder is, so that none waits for the weighing board to be opened. */
import { useEffect } from "react";
import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import { weighingQueue } from "@/features/litters/weighing-queue";

/** Renders nothing; sends while it is mounted. */
export function WeighingSender() {
  const add = useMutation(api.litters.puppyWeights.add);
  const undo = useMutation(api.litters.puppyWeights.undo);
  useEffect(
    () =>
      weighingQueue().start({
        weigh: async ({ puppyId, grams, weighedAt, entryKey }) =>
          await add({ puppyId, grams, weighedAt, entryKey }),
        undo: async ({ litterId, entryKey }) => await undo({ litterId, entryKey }),
      }),
    [add, undo],
  );
  return null;
}

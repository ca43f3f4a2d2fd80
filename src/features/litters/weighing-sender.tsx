/**
 * Sends queued weights and temperatures from every screen, so that they need not wait until the user opens the
 * weighing screen.
 */
import { useEffect } from "react";
import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { useLiveQuery } from "@/hooks/use-live-query";

/** The component sends entries while it is mounted. */
export function WeighingSender() {
  const add = useMutation(api.litters.puppyWeights.add);
  const undo = useMutation(api.litters.puppyWeights.undo);
  const addTemperature = useMutation(api.breedings.damTemperatures.add);
  // The account is also known offline, when the server cannot be asked for the signed-in user.
  const { _id: account, email } = useLiveQuery(api.accounts.users.me, {}).data ?? {};
  useEffect(() => {
    if (account === undefined) return;
    return weighingQueue().start(
      {
        weigh: async ({ puppyId, grams, weighedAt, entryKey }) =>
          await add({ puppyId, grams, weighedAt, entryKey }),
        undo: async ({ litterId, entryKey }) => await undo({ litterId, entryKey }),
        temperature: async ({ breedingId, temperatureFahrenheit, takenAt, entryKey }) =>
          await addTemperature({ breedingId, temperatureFahrenheit, takenAt, entryKey }),
      },
      account,
      email,
    );
  }, [add, undo, addTemperature, account, email]);
  return null;
}

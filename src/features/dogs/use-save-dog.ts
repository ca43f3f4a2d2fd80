/** Storing a dog, and watching the stored one while it is edited. */
import { useMutation } from "convex/react";
import { changedFields, valuesOfDog } from "@/features/dogs/dog-form-values";
import type { Dog, DogId } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { DogFormOutput } from "../../../domain/schemas/dog";
import { api } from "../../../convex/_generated/api";

type SaveRequest = {
  /** The record as it was when the breeder began, or null for a new dog. */
  record: Dog | null;
  values: DogFormOutput;
  today: string;
  expectedUpdatedAt: number | undefined;
};

/** Returns a function that adds or changes a dog and answers what the breeder should look at again. */
export function useSaveDog(): (request: SaveRequest) => Promise<string[]> {
  const { kennelId } = useKennel();
  const create = useMutation(api.dogs.create);
  const update = useMutation(api.dogs.update);
  return async ({ record, values, today, expectedUpdatedAt }) => {
    if (!record) return (await create({ kennelId, today, ...values })).warnings;
    const changes = changedFields(values, valuesOfDog(record));
    return (await update({ dogId: record._id, today, expectedUpdatedAt, ...changes })).warnings;
  };
}

/** Watches the recorded dog that is being edited; both answers are empty for a new one. */
export function useLiveDog(dogId: DogId | undefined): { dog: Dog | null; isDeleted: boolean } {
  const result = useLiveQuery(api.dogs.get, dogId ? { dogId } : "skip");
  return { dog: result.data ?? null, isDeleted: result.status === "ready" && result.data === null };
}

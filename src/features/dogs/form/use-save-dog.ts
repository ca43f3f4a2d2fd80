/** Storing a dog, watching the stored one while it is edited, and what is said when it cannot be saved. */
import { useMutation } from "convex/react";
import { type DogFormValues, changedFields } from "@/features/dogs/form/dog-form-values";
import type { Dog, DogId } from "@/entities/dogs/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { limitReachedText } from "@domain/billing/dog-limit";
import { getErrorData } from "@domain/errors";
import type { DogFormOutput } from "@domain/dogs/schemas";

type SaveRequest = {
  /** The dog to change, or none for a new one. */
  dogId: DogId | undefined;
  /** What the values stand on. */
  version: { base: DogFormValues; updatedAt: number } | null;
  values: DogFormOutput;
  today: string;
};

/** A stored dog, and what the breeder should look at again. */
type Saved = { _id: DogId; warnings: string[] };

/** Returns a function that adds or changes a dog. */
export function useSaveDog(): (request: SaveRequest) => Promise<Saved> {
  const { kennelId } = useKennel();
  const create = useMutation(api.dogs.dogs.create);
  const update = useMutation(api.dogs.dogs.update);
  return async ({ dogId, version, values, today }) => {
    if (!dogId || !version) return await create({ kennelId, today, ...values });
    const changes = changedFields(values, version.base);
    return await update({ dogId, today, expectedUpdatedAt: version.updatedAt, ...changes });
  };
}

/** Watches the recorded dog that is being edited; both answers are empty for a new one. */
export function useLiveDog(dogId: DogId | undefined): { dog: Dog | null; isDeleted: boolean } {
  const result = useLiveQuery(api.dogs.dogs.get, dogId ? { dogId } : "skip");
  return { dog: result.data ?? null, isDeleted: result.status === "ready" && result.data === null };
}

const NO_EDITS: readonly Edit[] = [];

/** Watches who changed the dog after a version of it. */
export function useDogEdits(dogId: DogId | undefined, since: number): readonly Edit[] {
  return useLiveQuery(api.dogs.dogs.editsSince, dogId ? { dogId, since } : "skip").data ?? NO_EDITS;
}

/** What is said when a dog cannot be saved: the documents' message, and the plan's limit where that is why. */
export function saveFailureText(error: unknown): string {
  const dogLimit = getErrorData(error)?.details.dogLimit;
  return dogLimit ? `Failed to save dog. ${limitReachedText(dogLimit)}` : "Failed to save dog";
}

/** Shows the name of a dog, for forms that have only the dog's id. */
import type { ReactNode } from "react";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type DogNameProps = {
  dogId: string | null | undefined;
  /** Shown if there is no dog. */
  otherwise?: ReactNode;
};

export function DogName({ dogId, otherwise }: DogNameProps) {
  const dog = useLiveQuery(api.dogs.dogs.get, dogId ? { dogId } : "skip");
  if (!dogId) return otherwise;
  if (dog.status === "loading") return "…";
  return dog.data?.name ?? "A dog that was deleted";
}

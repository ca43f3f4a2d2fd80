/** The name of a dog that a form holds by its id alone. */
import type { ReactNode } from "react";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type DogNameProps = {
  dogId: string | null | undefined;
  /** What stands there without a dog. */
  otherwise?: ReactNode;
};

/** Renders the name under which the dog is recorded. */
export function DogName({ dogId, otherwise }: DogNameProps) {
  const dog = useLiveQuery(api.dogs.dogs.get, dogId ? { dogId } : "skip");
  if (!dogId) return otherwise;
  if (dog.status === "loading") return "…";
  return dog.data?.name ?? "A dog that was deleted";
}

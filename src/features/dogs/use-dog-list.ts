/**
 * The live page of dogs. While another page or search loads, the last one stays (marked as old) so that the
 * screen does not jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { DogListParams } from "@/features/dogs/dog-list-params";
import type { DogPage } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";

export type DogList = {
  page: DogPage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Subscribes to the dogs that match. */
export function useDogList({ search, page, limit }: DogListParams): DogList {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.dogs.list, {
    kennelId,
    page,
    limit,
    ...(search.trim() === "" ? {} : { search: search.trim() }),
  });
  const [last, setLast] = useState<DogPage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}

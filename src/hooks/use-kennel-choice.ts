/** Changing between the kennels that somebody is a member of. */
import { useKennel } from "@/hooks/use-kennel";

/** Returns the current kennel, all of them, and how another is chosen by its id. */
export function useKennelChoice() {
  const { kennel, kennels, chooseKennel } = useKennel();
  const choose = (id: string) => {
    const chosen = kennels.find((candidate) => candidate._id === id);
    if (chosen) chooseKennel(chosen._id);
  };
  return { kennel, kennels, choose };
}

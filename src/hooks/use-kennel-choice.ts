/** Changing between the kennels that somebody is a member of. */
import { useKennel } from "@/hooks/use-kennel";
import { useLocation, useNavigate } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";

/** Returns the screen of a path without the record that is open there, which is of one kennel alone. */
export const screenOf = (path: string): string => path.split("/").slice(0, 3).join("/");

/** Returns the current kennel, all of them, and how another is opened on the same screen by its id. */
export function useKennelChoice() {
  const { kennel, kennels } = useKennel();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = (id: string) => void navigate(kennelPath(id, screenOf(pathname)));
  return { kennel, kennels, choose };
}

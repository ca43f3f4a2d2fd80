/** Switches between the kennels that the user is a member of. */
import { useKennel } from "@/hooks/use-kennel";
import { useLocation, useNavigate } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";

/** Reduces a path to its screen, because an open record belongs to one kennel and does not exist in another. */
export const screenOf = (path: string): string => path.split("/").slice(0, 3).join("/");

/** `choose` opens another kennel on the same screen. */
export function useKennelChoice() {
  const { kennel, kennels } = useKennel();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = (id: string) => void navigate(kennelPath(id, screenOf(pathname)));
  return { kennel, kennels, choose };
}

/** Who is signed in on this page, for work that a user begins here and nobody else may continue. */
import { dismissPersonal, pageToastId, toast } from "@/lib/toast";

let owner: string | null = null;
const listeners = new Set<() => void>();

/** Sets the signed-in user by id, null for nobody; tells a user who was signed out what was not finished. */
export function setPageOwner(person: string | null): void {
  // What began before the owner was known belongs to the owner: a page begins without one.
  const isSame = person !== null && (owner === null || owner === person);
  const isLeft = !isSame && owner !== null;
  owner = person;
  if (isLeft) dismissPersonal();
  if (isSame) return;
  tellLost(begun.size, "change");
  begun.clear();
  for (const listener of listeners) listener();
}

/** Calls back each time that the user has signed out, or another one signed in. */
export const onOwnerGone = (listener: () => void): unknown => listeners.add(listener);

const begun = new Set<Promise<unknown>>();

/** Counts work of the user as unfinished until it ends. */
export async function begin<Result>(work: Promise<Result>): Promise<Result> {
  begun.add(work);
  try {
    return await work;
  } finally {
    begun.delete(work);
  }
}

/** Returns how much work has begun and not ended. */
export const countBegun = (): number => begun.size;

/** Tells a user who was signed out how much of their work was unfinished. */
export function tellLost(count: number, what: string): void {
  if (count === 0) return;
  const [some, it] =
    count === 1 ? [`a ${what} was on its`, "it was"] : [`${count} ${what}s were on their`, "they were"];
  toast.error(`You were signed out while ${some} way. Sign in again and check whether ${it} saved.`, {
    id: pageToastId(`lost-${what}`),
  });
}

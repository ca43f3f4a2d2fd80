/** Who is signed in on this page, for what a person begins here and nobody else may go on with. */
import { dismissPersonal, pageToastId, toast } from "@/lib/toast";

let owner: string | null = null;
const listeners = new Set<() => void>();

/** Names who is signed in by their id, null for nobody; says to who has gone what was on its way. */
export function setPageOwner(person: string | null): void {
  // What was begun before the owner was told is the owner's: a page begins as nobody's.
  const isSame = person !== null && (owner === null || owner === person);
  const isLeft = !isSame && owner !== null;
  owner = person;
  if (isLeft) dismissPersonal();
  if (isSame) return;
  tellLost(begun.size, "change");
  begun.clear();
  for (const listener of listeners) listener();
}

/** Has something done each time that the person has signed out, or is another. */
export const onOwnerGone = (listener: () => void): unknown => listeners.add(listener);

const begun = new Set<Promise<unknown>>();

/** Notes what a person has begun until it is done. */
export async function begin<Result>(work: Promise<Result>): Promise<Result> {
  begun.add(work);
  try {
    return await work;
  } finally {
    begun.delete(work);
  }
}

/** Counts what was begun and is not done. */
export const countBegun = (): number => begun.size;

/** Says to somebody who has been signed out how much of theirs was on its way. */
export function tellLost(count: number, what: string): void {
  if (count === 0) return;
  const [some, it] =
    count === 1 ? [`a ${what} was on its`, "it was"] : [`${count} ${what}s were on their`, "they were"];
  toast.error(`You were signed out while ${some} way. Sign in again and check whether ${it} saved.`, {
    id: pageToastId(`lost-${what}`),
  });
}

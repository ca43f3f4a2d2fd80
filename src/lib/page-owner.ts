/** Who is signed in on this page. A user's unfinished work must not be continued by another user. */
import { dismissPersonal, pageToastId, toast } from "@/lib/toast";

let owner: string | null = null;
const listeners = new Set<() => void>();

/** Null means nobody. A user who was signed out gets a message about unfinished work. */
export function setPageOwner(person: string | null): void {
  // A page starts without an owner. Work that began before the owner was known belongs to the first owner.
  const isSame = person !== null && (owner === null || owner === person);
  const isLeft = !isSame && owner !== null;
  owner = person;
  if (isLeft) dismissPersonal();
  if (isSame) return;
  tellLost(begun.size, "change");
  begun.clear();
  for (const listener of listeners) listener();
}

/** Called each time the user has signed out or another user has signed in. */
export const onOwnerGone = (listener: () => void): unknown => listeners.add(listener);

const begun = new Set<Promise<unknown>>();

export async function begin<Result>(work: Promise<Result>): Promise<Result> {
  begun.add(work);
  try {
    return await work;
  } finally {
    begun.delete(work);
  }
}

export const countBegun = (): number => begun.size;

export function tellLost(count: number, what: string): void {
  if (count === 0) return;
  const [some, it] =
    count === 1 ? [`a ${what} was on its`, "it was"] : [`${count} ${what}s were on their`, "they were"];
  toast.error(`You were signed out while ${some} way. Sign in again and check whether ${it} saved.`, {
    id: pageToastId(`lost-${what}`),
  });
}

/** Who is signed in on this page, for what a person begins here and nobody else may go on with. */

let owner: string | null = null;
const listeners = new Set<() => void>();

/** Names who is signed in, null for nobody. */
export function setPageOwner(email: string | null): void {
  // What was begun before the owner was told is the owner's: a page begins as nobody's.
  const isSame = email !== null && (owner === null || owner === email);
  owner = email;
  if (!isSame) for (const listener of listeners) listener();
}

/** Has something done each time that the person has signed out, or is another. */
export const onOwnerGone = (listener: () => void): unknown => listeners.add(listener);

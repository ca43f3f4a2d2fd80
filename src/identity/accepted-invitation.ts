/**
 * An invitation that a visitor accepted before signing in. It takes effect after they have signed in. Only the
 * storage of this browser tab remembers the acceptance, never an address. Therefore no link can accept an
 * invitation for somebody.
 */
const KEY = "studbook.accepted-invitation";
const INVITATION_PATH = /^\/invitation\/([^/?#]+)$/u;

export const invitationPath = (token: string): string => `/invitation/${token}`;

/** Null if the page after signing in is not an invitation's page. */
export const invitationOf = (path: string): string | null => INVITATION_PATH.exec(path)?.[1] ?? null;

/** The acceptance is valid only for the terms that were shown. */
export function rememberAccepted(token: string, role: string): void {
  try {
    sessionStorage.setItem(KEY, `${token} ${role}`);
  } catch {
    // Without browser storage, the page asks again after signing in.
  }
}

/** Deletes the stored acceptance. Returns false if this invitation was not accepted with its current terms. */
export function takeAccepted(token: string, role: string): boolean {
  try {
    const isAccepted = sessionStorage.getItem(KEY) === `${token} ${role}`;
    sessionStorage.removeItem(KEY);
    return isAccepted;
  } catch {
    return false;
  }
}

/**
 * What else opens an account, beside its password: sessions, trusted devices, links to set a new password, and a change
 * of address that waits to be confirmed. Whoever takes an account back must not leave one of them to whoever had it, so
 * each change of how the account is opened ends what was given before, as the table says.
 */
import type { AuthContext } from "better-auth";
import { isAskedFor } from "./body.js";

type Credential = "sessions" | "trustedDevices" | "resetLinks" | "pendingEmail" | "apiKeys";

/**
 * What each action ends; sessions are the others, where the action is done in one, and stay where its owner asks for
 * that. API keys end where it is asked for.
 */
const ENDED_BY = {
  passwordChange: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  passwordReset: ["sessions", "trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  emailChange: ["sessions", "trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  signOutEverywhere: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  twoFactorOn: ["sessions", "trustedDevices"],
  twoFactorOff: ["sessions", "trustedDevices"],
} as const satisfies Record<string, readonly Credential[]>;

/** How the verification rows of each kind are named; both carry the account's id as their value. */
const TRUSTED_DEVICE = "trust-device-";
export const RESET_LINK = "password-reset-";
export const pendingEmailOf = (userId: string): string => `email-change-of-${userId}`;

const valuedRows = (userId: string, prefix: string) => ({
  model: "verification",
  where: [
    { field: "value", value: userId },
    { field: "identifier", operator: "starts_with" as const, value: prefix },
  ],
});

/** Says whether the owner asks that the other sessions stay. */
export const keepsSessions = (body: unknown): boolean => isAskedFor(body, "keepSessions");

/** The session that an action is done in, and whether the others stay as well. */
export interface Kept {
  readonly session?: string;
  readonly isEverySession?: boolean;
}

/** Ends what an action ends, except for what is kept. API keys are the functions' to end. */
export async function endCredentials(
  { adapter, internalAdapter }: AuthContext,
  userId: string,
  action: keyof typeof ENDED_BY,
  { session, isEverySession = false }: Kept = {},
): Promise<void> {
  for (const credential of ENDED_BY[action]) {
    switch (credential) {
      case "sessions":
        if (isEverySession) break;
        await adapter.deleteMany({
          model: "session",
          where: [
            { field: "userId", value: userId },
            ...(session === undefined ? [] : [{ field: "id", operator: "ne" as const, value: session }]),
          ],
        });
        break;
      case "trustedDevices":
        await adapter.deleteMany(valuedRows(userId, TRUSTED_DEVICE));
        break;
      case "resetLinks":
        await adapter.deleteMany(valuedRows(userId, RESET_LINK));
        break;
      case "pendingEmail":
        await internalAdapter.deleteVerificationByIdentifier(pendingEmailOf(userId));
        break;
      case "apiKeys":
        break;
      default:
        credential satisfies never;
    }
  }
}

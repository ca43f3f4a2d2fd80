/**
 * Credentials of an account besides its password. When a user regains an account, an intruder must lose all of
 * these. Each change of how the account is accessed therefore ends earlier credentials, according to the table.
 */
import type { AuthContext } from "better-auth";
import { isAskedFor } from "./body.js";

type Credential = "sessions" | "trustedDevices" | "resetLinks" | "pendingEmail" | "apiKeys";

/**
 * What each action ends. `sessions` means the other sessions if the action is done in a session. The user can ask
 * to keep them. `apiKeys` marks the actions after which the functions end API keys and the mail says so. After a
 * change of the password they end only if the user asks for that.
 */
const ENDED_BY = {
  passwordChange: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  passwordReset: ["sessions", "trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  emailChange: ["sessions", "trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  signOutEverywhere: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  twoFactorOn: ["sessions", "trustedDevices"],
  twoFactorOff: ["sessions", "trustedDevices"],
} as const satisfies Record<string, readonly Credential[]>;

/**
 * Verification rows of trusted devices and reset links have identifiers with these prefixes. Their value is the
 * account's id.
 */
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

export const keepsSessions = (body: unknown): boolean => isAskedFor(body, "keepSessions");

export interface Kept {
  readonly session?: string;
  readonly isEverySession?: boolean;
}

/** API keys are ended by the functions instead. */
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

/**
 * What else opens an account, beside its password: sessions, trusted devices, links to set a new password, and a change
 * of address that waits to be confirmed. Whoever takes an account back must not leave one of them to whoever had it, so
 * each change of how the account is opened ends what was given before, as the table says.
 */
import type { AuthContext } from "better-auth";

type Credential = "sessions" | "trustedDevices" | "resetLinks" | "pendingEmail" | "apiKeys";

/** What each action ends; sessions are the others, where the action is done in one. API keys end where it is asked for. */
const ENDED_BY = {
  passwordChange: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  passwordReset: ["sessions", "trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  emailChange: ["trustedDevices", "resetLinks", "pendingEmail", "apiKeys"],
  signOutEverywhere: ["sessions", "trustedDevices", "resetLinks", "pendingEmail"],
  twoFactorOn: ["trustedDevices"],
  twoFactorOff: ["trustedDevices"],
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

/** Ends what an action ends; `keptSession` is the one that it is done in. API keys are the functions' to end. */
export async function endCredentials(
  { adapter, internalAdapter }: AuthContext,
  userId: string,
  action: keyof typeof ENDED_BY,
  keptSession: string | null = null,
): Promise<void> {
  for (const credential of ENDED_BY[action]) {
    switch (credential) {
      case "sessions":
        await adapter.deleteMany({
          model: "session",
          where: [
            { field: "userId", value: userId },
            ...(keptSession === null ? [] : [{ field: "id", operator: "ne" as const, value: keptSession }]),
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

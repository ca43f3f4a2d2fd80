/** Reads what the local accounts tell of an account's security. */
import { z } from "zod";
import type { SecurityState } from "@/identity/security/security-context";

const securityAnswer = z.object({
  email: z.string(),
  pendingEmail: z.string().nullable(),
  canChangeEmail: z.boolean(),
  passwordChangedAt: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  backupCodesLeft: z.number(),
  sessionTimeoutMinutes: z.number().nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string().nullable(),
      address: z.string().nullable(),
      lastUsedAt: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  signIns: z.array(
    z.object({
      at: z.string(),
      address: z.string().nullable(),
      device: z.string().nullable(),
      outcome: z.enum(["signed_in", "signed_up", "wrong_password", "wrong_code", "code_needed", "blocked"]),
    }),
  ),
});

/** Reads the state, and whether the address can be changed; throws for an answer of another shape. */
export function readSecurity(data: unknown): { state: SecurityState; canChangeEmail: boolean } {
  const answer = securityAnswer.parse(data);
  const { email, pendingEmail, passwordChangedAt, backupCodesLeft, sessionTimeoutMinutes } = answer;
  return {
    canChangeEmail: answer.canChangeEmail,
    state: {
      email,
      pendingEmail,
      passwordChangedAt,
      backupCodesLeft,
      sessionTimeoutMinutes,
      isTwoFactorOn: answer.twoFactorEnabled,
      devices: answer.sessions.map(({ address, ...session }) => ({ ...session, place: address })),
      signIns: answer.signIns.map(({ address, ...entry }) => ({ ...entry, place: address })),
    },
  };
}

export const setupAnswer = z.object({ secret: z.string(), uri: z.string() });
export const codesAnswer = z.object({ backupCodes: z.array(z.string()) });

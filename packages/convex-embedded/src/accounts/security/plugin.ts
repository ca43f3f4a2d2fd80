/** Combines the paths of account security into one plugin of better-auth. */
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { tableNames } from "../tables.js";
import type { TokenIssuer } from "../tokens.js";
import { requireCaller } from "./caller.js";
import { emailEndpoints, pendingEmail } from "./email-change.js";
import type { Notices } from "./notices.js";
import { passwordEndpoints, readCredential, type Passwords } from "./passwords.js";
import { resetEndpoints } from "./password-reset.js";
import { listSessions, sessionEndpoints } from "./sessions.js";
import { listSignIns, signInSchema } from "./sign-in-history.js";
import { countBackupCodes, twoFactorEndpoints } from "./two-factor.js";

export interface SecurityParts {
  readonly tokens: TokenIssuer;
  readonly passwords: Passwords;
  readonly notices: Notices;
  /** The name of the account in an authenticator app. */
  readonly issuer: string;
  readonly isService: (headers: Headers | undefined) => boolean;
  readonly addressOf: (headers: Headers | undefined) => string;
  readonly onError: (error: unknown) => void;
}

export function securityPlugin(parts: SecurityParts) {
  const { tokens, passwords, notices } = parts;
  return {
    id: "account-security",
    schema: { signIn: { ...signInSchema.signIn, modelName: tableNames.signIn } },
    endpoints: {
      readSecurity: createAuthEndpoint(
        "/security",
        { method: "GET", use: [requireCaller(tokens)] },
        async (ctx) => {
          const { caller } = ctx.context;
          const { user } = caller;
          ctx.setHeader("cache-control", "no-store");
          const signIns = await listSignIns(ctx.context, user.id);
          const credential = await readCredential(ctx.context, user.id);
          return ctx.json({
            email: user.email,
            isEmailConfirmed: user.emailVerified,
            pendingEmail: await pendingEmail(ctx.context, user.id),
            canChangeEmail: notices.canSend,
            passwordChangedAt: credential ? new Date(credential.updatedAt).toISOString() : null,
            twoFactorEnabled: user.twoFactorEnabled === true,
            backupCodesLeft: user.twoFactorEnabled ? await countBackupCodes(ctx.context, user.id) : 0,
            sessionTimeoutMinutes: user.sessionTimeoutMinutes ?? null,
            sessions: await listSessions(ctx.context, caller),
            signIns: signIns.map(({ at, address, device, outcome }) => ({
              at: new Date(at).toISOString(),
              address,
              device,
              outcome,
            })),
          });
        },
      ),
      ...passwordEndpoints(tokens, passwords, notices),
      ...twoFactorEndpoints(parts),
      ...sessionEndpoints(tokens),
      ...emailEndpoints(parts),
      ...resetEndpoints(parts),
    },
  } satisfies BetterAuthPlugin;
}

/** Writes the sign-in history. It runs after all other hooks of a sign-in, and records how the sign-in ended. */
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { afterwards } from "../afterwards.js";
import { challengedUser } from "./challenge.js";
import { recordSignIn, type SignInOutcome } from "./sign-in-history.js";

const CODE_PATHS = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];
const WATCHED = ["/sign-in/email", "/sign-up/email", ...CODE_PATHS];

/** The error codes of a wrong second factor, or of a second factor that may not be tried now. */
const WRONG_CODES = ["INVALID_CODE", "INVALID_BACKUP_CODE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];

function codeOf(error: unknown): string {
  if (!isAPIError(error)) return "";
  const code: unknown = error.body?.code;
  return typeof code === "string" ? code : "";
}

/** Null for a refusal that the history does not record. */
function refusedOutcome(path: string, code: string): SignInOutcome | null {
  if (path === "/sign-in/email") return code === "INVALID_EMAIL_OR_PASSWORD" ? "wrong_password" : null;
  if (WRONG_CODES.includes(code)) return "wrong_code";
  return code === "ACCOUNT_TEMPORARILY_LOCKED" ? "blocked" : null;
}

export function signInWatch(addressOf: (headers: Headers | undefined) => string) {
  return {
    id: "sign-in-watch",
    hooks: {
      after: [
        {
          matcher: ({ path }) => WATCHED.includes(path ?? ""),
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, returned } = ctx.context;
            const where = { address: addressOf(ctx.headers), device: ctx.headers?.get("user-agent") ?? null };
            if (newSession) {
              const outcome = ctx.path === "/sign-up/email" ? "signed_up" : "signed_in";
              await recordSignIn(ctx.context, newSession.user.id, outcome, where);
              return;
            }
            const outcome = isAPIError(returned) ? refusedOutcome(ctx.path, codeOf(returned)) : "code_needed";
            if (outcome === null) return;
            await afterwards(async () => {
              const userId = await whoTried();
              if (userId) await recordSignIn(ctx.context, userId, outcome, where);
            });

            /** An attempt names an address, or belongs to the challenge that the password has opened. */
            async function whoTried(): Promise<string | null> {
              if (CODE_PATHS.includes(ctx.path)) return await challengedUser(ctx);
              const body: unknown = ctx.body;
              const email = typeof body === "object" && body !== null && "email" in body ? body.email : null;
              if (typeof email !== "string") return null;
              return (
                (await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase()))?.user.id ?? null
              );
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * Each code of an authenticator works only once (RFC 6238, section 5.2). The time step of the last accepted code is
 * stored with the second factor, and no code of that step or an older step is accepted again. One guarded update
 * claims the step before the code is checked, so that of two equal requests at the same moment only one succeeds.
 * Steps and locks in the future, from before the clock was set back, do not count.
 */
import { createOTP } from "@better-auth/utils/otp";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { tableNames } from "../tables.js";
import { challengedUser } from "./challenge.js";

const STEP_MS = 30_000;

/** Codes of neighboring time steps are accepted too, because clocks differ. */
const NEAR = [-1, 0, 1];
/** The largest distance between two accepted steps. */
const LAST_NEAR = 2;

/** Longer than the library locks an account's codes. */
const LONGEST_LOCK_MS = 60 * 60_000;

interface Factor {
  readonly id: string;
  readonly secret: string;
}

async function stepOf(context: AuthContext, { secret }: Factor, code: string): Promise<number | null> {
  const otp = createOTP(await symmetricDecrypt({ key: context.secretConfig, data: secret }));
  const present = Math.floor(Date.now() / STEP_MS);
  for (const near of NEAR) if ((await otp.hotp(present + near)) === code) return present + near;
  return null;
}

/** Returns false if the code was used before. Also returns true for a code that is wrong anyway. */
export async function takeCode(context: AuthContext, factor: Factor, code: string): Promise<boolean> {
  const lastUsedStep = await stepOf(context, factor, code);
  if (lastUsedStep === null) return true;
  const taken = await context.adapter.updateMany({
    model: "twoFactor",
    where: [
      { field: "id", value: factor.id },
      { field: "lastUsedStep", operator: "lt", value: lastUsedStep, connector: "OR" },
      { field: "lastUsedStep", operator: "gt", value: lastUsedStep + LAST_NEAR, connector: "OR" },
    ],
    update: { lastUsedStep },
  });
  return taken > 0;
}

/** At sign-in, a code that was used before counts as wrong and is recorded as wrong. */
export function usedCodes() {
  return {
    id: "used-codes",
    schema: {
      twoFactor: {
        modelName: tableNames.twoFactor,
        fields: { lastUsedStep: { type: "number", required: false, defaultValue: 0, input: false } },
      },
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path?.startsWith("/two-factor/verify-") === true,
          handler: createAuthMiddleware(async (ctx) => {
            const userId = await challengedUser(ctx);
            if (userId === null) return;
            await ctx.context.adapter.updateMany({
              model: "twoFactor",
              where: [
                { field: "userId", value: userId },
                { field: "lockedUntil", operator: "gt", value: new Date(Date.now() + LONGEST_LOCK_MS) },
              ],
              update: { failedVerificationCount: 0, lockedUntil: null },
            });
          }),
        },
        {
          matcher: ({ path }) => path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => {
            const body: unknown = ctx.body;
            const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
            const userId = typeof code === "string" ? await challengedUser(ctx) : null;
            if (typeof code !== "string" || userId === null) return;
            const factor = await ctx.context.adapter.findOne<Factor>({
              model: "twoFactor",
              where: [{ field: "userId", value: userId }],
            });
            if (!factor || (await takeCode(ctx.context, factor, code))) return;
            return { context: { body: { ...(body as object), code: "" } } }; // The check above shows that it is an object.
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

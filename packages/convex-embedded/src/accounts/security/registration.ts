/**
 * Who may open an account, if the operator limits that, and the link by which the owner of a new account confirms
 * its address. Until the address is confirmed, tokens mark it as unverified, and only this link is sent there.
 */
import { createHash } from "node:crypto";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, isAPIError } from "better-auth/api";
import { generateRandomString } from "better-auth/crypto";
import { afterwards } from "../afterwards.js";
import type { TokenIssuer } from "../tokens.js";
import { readTexts } from "./body.js";
import { requireCaller, type AccountSession, type AccountUser } from "./caller.js";
import type { Notices } from "./notices.js";

export interface Newcomer {
  readonly email: string;
  /** The invitation or other proof. Only the deciding function knows its meaning. */
  readonly invitation: string | null;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface Admission {
  readonly mayRegister: boolean;
  /** Whether the address counts from the start, without being confirmed. */
  readonly isConfirmed: boolean;
  /** A sentence that says what is wrong with the name. Null if the name is valid. */
  readonly nameFault: string | null;
}

export type AdmitNewcomer = (newcomer: Newcomer) => Promise<Admission>;

/** Without a function that decides, everybody may open an account, and no address needs to be confirmed. */
const EVERYBODY: Admission = { mayRegister: true, isConfirmed: true, nameFault: null };

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const TOKEN_LENGTH = 40;

/** Per account and hour. */
const MAX_LINKS = 3;
const COUNTED_MS = 60 * 60 * 1000;

const SIGN_IN_PATH = "/login";

const CONFIRM_PATH = "/confirm-email?account=";

const linkOf = (token: string): string => `address-${createHash("sha256").update(token).digest("base64url")}`;
const triesAt = (userId: string): string => `sign-ups-at-${userId}`;
const linksOf = (userId: string): string => `address-links-of-${userId}`;

/** Returns false if the account's limit for an hour is reached. */
export async function countSent(context: AuthContext, identifier: string): Promise<boolean> {
  const counted = await context.adapter.count({
    model: "verification",
    where: [
      { field: "identifier", value: identifier },
      { field: "expiresAt", operator: "gt", value: new Date() },
      // A later time was stored before the clock was set back.
      { field: "expiresAt", operator: "lt", value: new Date(Date.now() + 2 * COUNTED_MS) },
    ],
  });
  if (counted >= MAX_LINKS) return false;
  const expiresAt = new Date(Date.now() + COUNTED_MS);
  await context.internalAdapter.createVerificationValue({ identifier, value: "sent", expiresAt });
  return true;
}

/** Returns false if too many links were sent recently. */
export async function sendConfirmation(
  context: AuthContext,
  notices: Notices,
  user: Pick<AccountUser, "id" | "name" | "email">,
  from: Pick<AccountSession, "userAgent" | "ipAddress">,
): Promise<boolean> {
  if (!(await countSent(context, linksOf(user.id)))) return false;
  const token = generateRandomString(TOKEN_LENGTH);
  await context.internalAdapter.createVerificationValue({
    identifier: linkOf(token),
    value: JSON.stringify([user.id, user.email]),
    expiresAt: new Date(Date.now() + LIFETIME_MS),
  });
  await notices.tell("confirm-address", user, from, { path: CONFIRM_PATH + token });
  return true;
}

/**
 * Notifies the owner of an account that somebody tried to open an account with the same address. If the address is
 * not confirmed, sends the link that confirms it instead.
 */
async function tellOwner(
  context: AuthContext,
  notices: Notices,
  email: string,
  from: Pick<AccountSession, "userAgent" | "ipAddress">,
): Promise<void> {
  const user = (await context.internalAdapter.findUserByEmail(email))?.user;
  if (!user) return;
  if (!user.emailVerified) await sendConfirmation(context, notices, user, from);
  else if (await countSent(context, triesAt(user.id))) {
    await notices.tell("sign-up-taken", user, from, { path: SIGN_IN_PATH });
  }
}

const refuse = (code: string, message: string): never => {
  throw new APIError("BAD_REQUEST", { code, message });
};

function readLink(value: string): { userId: string; email: string } | null {
  const [userId, email]: unknown[] = JSON.parse(value) as unknown[]; // sendConfirmation wrote this JSON.
  return typeof userId === "string" && typeof email === "string" ? { userId, email } : null;
}

interface Parts {
  readonly tokens: TokenIssuer;
  readonly notices: Notices;
  readonly admit: AdmitNewcomer | undefined;
  readonly addressOf: (headers: Headers | undefined) => string;
}

export function registrationPlugin({ tokens, notices, admit, addressOf }: Parts) {
  const fromOf = (headers: Headers | undefined) => ({
    userAgent: headers?.get("user-agent") ?? null,
    ipAddress: addressOf(headers),
  });
  const ask = async (body: unknown): Promise<Admission> => {
    if (!admit) return EVERYBODY;
    const {
      email = "",
      invitation = null,
      ...names
    } = readTexts(body, ["email", "invitation", "name", "firstName", "lastName"]);
    const { name = "", firstName = "", lastName = "" } = names;
    return await admit({ email: email.trim().toLowerCase(), invitation, name, firstName, lastName });
  };
  return {
    id: "account-registration",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-up/email",
          // This check runs first, so that closed registration does not reveal which addresses have accounts.
          handler: createAuthMiddleware(async (ctx) => {
            const { mayRegister, nameFault } = await ask(ctx.body);
            if (!mayRegister) {
              throw new APIError("FORBIDDEN", {
                code: "REGISTRATION_CLOSED",
                message: "No account can be opened here without an invitation that holds",
              });
            }
            if (nameFault !== null) refuse("NAME_NOT_VALID", nameFault);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/sign-up/email",
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (!notices.canSend || !isAPIError(returned) || returned.status !== "UNPROCESSABLE_ENTITY")
              return;
            const { email = "" } = readTexts(ctx.body, ["email"]);
            await afterwards(async () => {
              await tellOwner(ctx.context, notices, email.trim().toLowerCase(), fromOf(ctx.headers));
            });
          }),
        },
      ],
    },
    init: () => ({
      options: {
        databaseHooks: {
          user: {
            create: {
              before: async (user, ctx) => ({
                data: { ...user, emailVerified: (await ask(ctx?.body)).isConfirmed },
              }),
              after: async (user, ctx) => {
                if (ctx && !user.emailVerified) {
                  await sendConfirmation(ctx.context, notices, user, fromOf(ctx.headers));
                }
              },
            },
          },
        },
      },
    }),
    endpoints: {
      sendConfirmation: createAuthEndpoint(
        "/security/email/send-confirmation",
        { method: "POST", use: [requireCaller(tokens)] },
        async (ctx) => {
          const { user, session } = ctx.context.caller;
          if (!notices.canSend) refuse("NO_MAIL", "This server has no way to send mail");
          if (user.emailVerified) refuse("EMAIL_UNCHANGED", "The address is confirmed already");
          if (!(await sendConfirmation(ctx.context, notices, user, session))) {
            throw new APIError("TOO_MANY_REQUESTS", {
              code: "TOO_MANY_LINKS",
              message: "Enough were sent lately",
            });
          }
          return ctx.json({ success: true });
        },
      ),
      confirmAddress: createAuthEndpoint("/security/email/confirm-own", { method: "POST" }, async (ctx) => {
        const { token = "" } = readTexts(ctx.body, ["token"]);
        const row = await ctx.context.internalAdapter.consumeVerificationValue(linkOf(token));
        const link = row && new Date(row.expiresAt) > new Date() ? readLink(row.value) : null;
        const user =
          link &&
          (await ctx.context.adapter.findOne<AccountUser>({
            model: "user",
            where: [{ field: "id", value: link.userId }],
          }));
        // A link confirms only the address to which it was sent.
        if (!user || user.email !== link.email) return refuse("INVALID_TOKEN", "The link no longer works");
        await ctx.context.internalAdapter.updateUser(user.id, { emailVerified: true });
        return ctx.json({ email: user.email });
      }),
    },
  } satisfies BetterAuthPlugin;
}

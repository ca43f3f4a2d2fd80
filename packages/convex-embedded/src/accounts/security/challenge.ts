/** The account whose second factor is being checked. Its correct password has opened a challenge. */
import type { AuthContext } from "better-auth";

interface Asked {
  readonly context: AuthContext;
  getSignedCookie(name: string, secret: string): Promise<string | null | false | undefined>;
}

export async function challengedUser(ctx: Asked): Promise<string | null> {
  const cookie = ctx.context.createAuthCookie("two_factor").name;
  const identifier = await ctx.getSignedCookie(cookie, ctx.context.secret);
  const challenge = identifier && (await ctx.context.internalAdapter.findVerificationValue(identifier));
  return challenge ? challenge.value : null;
}

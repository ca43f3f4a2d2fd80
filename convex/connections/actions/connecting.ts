"use node";
/**
 * Connects a kennel's services. The action signs in to the service before anything is saved, and then encrypts the
 * credentials. It also tests existing connections. Runs in Node, because SMTP needs Node. Source: decision
 * GAP-SET-16.
 */
import { v } from "convex/values";
import { z } from "zod";
import { fail, getErrorData } from "../../../domain/errors";
import {
  mailAccountSchema,
  mailCredentialsSchema,
  paymentCredentialsSchema,
} from "../../../domain/connections/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { internal } from "../../_generated/api";
import { signedInAction } from "../../platform/functions";
import type { ConnectionType } from "../../../domain/connections/rules";
import { connectionShape, type Connection } from "../model/connections";
import { isNewestKey, openCredentials, seal, type Sealed } from "../model/sealing";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { checkPaymentAccount } from "./kennelPayments";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { checkMailAccount } from "../../mail/actions/mailTransport";

const mailSchema = z.object({ credentials: mailAccountSchema });

/** Throws VALIDATION_FAILED with the reason if the server refuses the credentials. */
export const connectMail = signedInAction({
  permission: "settings:write",
  args: {
    kennelId: v.string(),
    credentials: v.object({
      host: v.string(),
      port: v.union(v.number(), v.string()),
      user: v.string(),
      password: v.string(),
      from: v.string(),
    }),
  },
  returns: connectionShape,
  handler: async (ctx, { kennelId, credentials: typed }): Promise<Connection> => {
    await ctx.runMutation(internal.connections.connections.admit, { kennelId });
    const { from, ...credentials } = parseOrFail(mailSchema, { credentials: typed }).credentials;
    const problem = await checkMailAccount(credentials);
    if (problem) fail("VALIDATION_FAILED", { fields: { [`credentials.${problem.field}`]: problem.text } });
    return await ctx.runMutation(internal.connections.connections.insert, {
      kennelId,
      type: "mail",
      name: credentials.host,
      port: credentials.port,
      from,
      credentials: await seal(credentials, "mail", kennelId),
    });
  },
});

const paymentSchema = z.object({ credentials: paymentCredentialsSchema });

/** Throws VALIDATION_FAILED with the reason if the provider refuses the key. */
export const connectPayments = signedInAction({
  permission: "settings:write",
  args: { kennelId: v.string(), credentials: v.object({ secretKey: v.string() }) },
  returns: connectionShape,
  handler: async (ctx, { kennelId, credentials: typed }): Promise<Connection> => {
    await ctx.runMutation(internal.connections.connections.admit, { kennelId });
    const { credentials } = parseOrFail(paymentSchema, { credentials: typed });
    const found = await checkPaymentAccount(credentials);
    if ("problem" in found)
      return fail("VALIDATION_FAILED", { fields: { "credentials.secretKey": found.problem } });
    return await ctx.runMutation(internal.connections.connections.insert, {
      kennelId,
      type: "payments",
      name: found.name,
      isTestMode: /^[a-z]+_test_/u.test(credentials.secretKey),
      credentials: await seal(credentials, "payments", kennelId),
    });
  },
});

/** The error is null if the credentials work. */
async function tryOut(sealed: Sealed, type: ConnectionType, kennelId: string) {
  if (type === "mail") {
    const opened = await openCredentials(sealed, type, kennelId, mailCredentialsSchema);
    return { opened, problem: (await checkMailAccount(opened))?.text ?? null };
  }
  const opened = await openCredentials(sealed, type, kennelId, paymentCredentialsSchema);
  const found = await checkPaymentAccount(opened);
  return { opened, problem: "problem" in found ? found.problem : null };
}

const NOT_TESTED = "The connection could not be tested";

/** The result is saved if the connection has credentials. */
export const test = signedInAction({
  permission: "settings:write",
  args: { connectionId: v.string() },
  returns: connectionShape,
  handler: async (ctx, { connectionId }): Promise<Connection> => {
    const begun = await ctx.runMutation(internal.connections.connections.beginTest, { connectionId });
    if (begun.type === "calendar") return begun;
    const { type, kennelId, credentials: sealed } = begun;
    let problem: string | null;
    let sealedAnew: typeof sealed | undefined;
    try {
      const tried = await tryOut(sealed, type, kennelId);
      problem = tried.problem;
      if (!isNewestKey(sealed)) sealedAnew = await seal(tried.opened, type, kennelId);
    } catch (error) {
      problem = getErrorData(error)?.message ?? NOT_TESTED;
    }
    return await ctx.runMutation(internal.connections.connections.endTest, {
      connectionId,
      problem,
      ...(sealedAnew && { credentials: sealedAnew }),
    });
  },
});

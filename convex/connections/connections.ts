/**
 * The registered functions of a kennel's connected services. connections/actions/connecting.ts connects the
 * services.
 */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
} from "../platform/functions";
import { connectionMutation, innerConnectionMutation } from "./builders";
import {
  admitConnection,
  beginTest as begin,
  begunTestShape,
  connectionChangeArgs,
  connectionShape,
  connectOwnCalendar,
  endedTestArgs,
  findOwnMail,
  listConnections,
  newServiceArgs,
  noteTest,
  noteUse as keepUse,
  usedServiceArgs,
  openPaymentAccount,
  ownMailShape,
  paymentAccountShape,
  removeConnection,
  storeService,
  updateConnection,
} from "./model/connections";

/** Credentials are left out. */
export const list = kennelQuery({
  permission: "settings:read",
  args: {},
  returns: v.array(connectionShape),
  handler: async (ctx) => await listConnections(ctx, ctx.access),
});

export const connectCalendar = kennelMutation({
  permission: "settings:write",
  args: {},
  returns: connectionShape,
  handler: async (ctx) => await connectOwnCalendar(ctx, ctx.access),
});

/** Omitted settings stay unchanged. */
export const update = connectionMutation({
  permission: "settings:write",
  args: connectionChangeArgs,
  returns: connectionShape,
  handler: async (ctx, args) => await updateConnection(ctx, ctx.reached, ctx.access, args),
});

export const remove = connectionMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeConnection(ctx, ctx.reached, ctx.access),
});

/** Throws if the caller may not connect a service now. */
export const admit = innerKennelMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitConnection(ctx, ctx.access),
});

/** The sign-in to the service must have succeeded. */
export const insert = innerKennelMutation({
  permission: "settings:write",
  args: newServiceArgs,
  returns: connectionShape,
  handler: async (ctx, args) => await storeService(ctx, ctx.access, args),
});

/** Counts the test. Returns the credentials to the action that runs it. */
export const beginTest = innerConnectionMutation({
  permission: "settings:write",
  args: {},
  returns: begunTestShape,
  handler: async (ctx) => await begin(ctx, ctx.reached, ctx.access),
});

export const endTest = innerConnectionMutation({
  permission: "settings:write",
  args: endedTestArgs,
  returns: connectionShape,
  handler: async (ctx, args) => await noteTest(ctx, ctx.reached, args),
});

/** Counts the read. Returns the account to the action. */
export const readPayments = innerKennelMutation({
  permission: "breeding:read & finances:read",
  args: {},
  returns: paymentAccountShape,
  handler: async (ctx) => await openPaymentAccount(ctx, ctx.access),
});

/** Counts the change. Returns the account to the action. */
export const changePayments = innerKennelMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: paymentAccountShape,
  handler: async (ctx) => await openPaymentAccount(ctx, ctx.access),
});

export const ownMail = internalQuery({
  args: { kennelId: v.id("kennels") },
  returns: ownMailShape,
  handler: async (ctx, { kennelId }) => await findOwnMail(ctx, kennelId),
});

export const noteUse = internalMutation({
  args: usedServiceArgs,
  returns: v.null(),
  handler: keepUse,
});

/**
 * The services that are connected to a kennel: the caller's calendar address, and services with credentials. No
 * result contains credentials, whether encrypted or not. Only the actions that use credentials receive them.
 * Source: decision GAP-SET-16.
 */
import type { Reached } from "./reachedConnections";
import { v, type Infer, type ObjectType } from "convex/values";
import { z } from "zod";
import { CALENDAR_PARTS } from "../../../domain/calendar/rules";
import { CONNECTION_TYPES, type ConnectionType } from "../../../domain/connections/rules";
import { fail } from "../../../domain/errors";
import { mailSettingsSchema, paymentSettingsSchema } from "../../../domain/connections/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { calendarPartValidator } from "../../calendar/tables/calendarFeeds";
import { connectionTypeValidator, sealedValidator } from "../tables/connections";
import {
  connectCalendar,
  getKennelCalendar,
  removeCalendar,
  type Calendar,
} from "../../calendar/model/calendarFeeds";
import { findAt } from "../../calendar/model/calendarRows";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";

type Row = Doc<"connections">;

const common = {
  _id: v.string(),
  name: v.string(),
  isEnabled: v.boolean(),
  /**
   * The time of the last test, or of the last use that changed the problem; null if the connection has no
   * credentials.
   */
  testedAt: v.union(v.number(), v.null()),
  /** Null if the last test or use had no error. */
  problem: v.union(v.string(), v.null()),
};

const mailShape = v.object({
  ...common,
  type: v.literal("mail"),
  port: v.number(),
  from: v.string(),
});
const paymentsShape = v.object({ ...common, type: v.literal("payments"), isTestMode: v.boolean() });
export const connectedCalendarShape = v.object({
  ...common,
  type: v.literal("calendar"),
  parts: v.array(calendarPartValidator),
  url: v.union(v.string(), v.null()),
  readAt: v.union(v.number(), v.null()),
});
export const connectionShape = v.union(mailShape, paymentsShape, connectedCalendarShape);
export type Connection = Infer<typeof connectionShape>;

const NO_ADDRESS = "This server has no secret for creating calendar addresses";

function toService({ _id, type, name, isEnabled, testedAt, problem, ...own }: Row): Connection {
  const shown = { _id, name, isEnabled, testedAt, problem };
  switch (type) {
    case "mail":
      return { ...shown, type, port: own.port ?? 0, from: own.from ?? "" };
    case "payments":
      return { ...shown, type, isTestMode: own.isTestMode ?? false };
    default:
      return type satisfies never;
  }
}

const toConnectedCalendar = (feedId: string, { parts, url, readAt }: Calendar): Connection => ({
  _id: feedId,
  type: "calendar",
  name: "iCalendar address",
  isEnabled: true,
  testedAt: null,
  problem: url === null ? NO_ADDRESS : null,
  parts,
  url,
  readAt,
});

async function serviceOf(ctx: QueryCtx, kennelId: Id<"kennels">, type: ConnectionType): Promise<Row | null> {
  return await ctx.db
    .query("connections")
    .withIndex("by_kennel_and_type", (q) => q.eq("kennelId", kennelId).eq("type", type))
    .unique();
}

async function describeCalendar(ctx: QueryCtx, access: Access): Promise<Connection | null> {
  const calendar = await getKennelCalendar(ctx, access);
  const feed = calendar && (await findAt(ctx, { kennelId: access.kennelId }, access.user._id));
  return feed && toConnectedCalendar(feed._id, calendar);
}

/** The caller's calendar address is first. */
export async function listConnections(ctx: QueryCtx, access: Access): Promise<Connection[]> {
  const calendar = await describeCalendar(ctx, access);
  const services = await ctx.db
    .query("connections")
    .withIndex("by_kennel_and_type", (q) => q.eq("kennelId", access.kennelId))
    .take(CONNECTION_TYPES.length);
  return [...(calendar ? [calendar] : []), ...services.map(toService)];
}

export async function connectOwnCalendar(ctx: MutationCtx, access: Access): Promise<Connection> {
  await connectCalendar(ctx, access, {});
  return (await describeCalendar(ctx, access)) ?? fail("NOT_FOUND");
}

/** Each attempt to connect or test a service calls another server. Throws RATE_LIMITED. */
export async function admitConnection(ctx: MutationCtx, { user }: Access): Promise<null> {
  await spend(ctx, user._id, "connectionTests");
  return null;
}

export const newServiceArgs = {
  type: connectionTypeValidator,
  name: v.string(),
  credentials: sealedValidator,
  /** Only for a mail server. */
  port: v.optional(v.number()),
  from: v.optional(v.string()),
  /** Only for a payment account. */
  isTestMode: v.optional(v.boolean()),
};

/** The sign-in to the service must have succeeded. An existing service of the same type is replaced. */
export async function storeService(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  service: ObjectType<typeof newServiceArgs>,
): Promise<Connection> {
  const known = await serviceOf(ctx, kennelId, service.type);
  const now = Date.now();
  const tested = { isEnabled: true, testedAt: now, problem: null, updatedAt: now };
  const row = { kennelId, ...service, connectedBy: user._id, ...tested };
  const id = known?._id ?? (await ctx.db.insert("connections", row));
  if (known) await ctx.db.replace("connections", known._id, row);
  return toService({ ...row, _id: id, _creationTime: now });
}

export const connectionChangeArgs = {
  settings: v.object({
    isEnabled: v.optional(v.boolean()),
    from: v.optional(v.string()),
    include: v.optional(v.array(calendarPartValidator)),
  }),
};

const under = <Shape extends z.ZodType>(settings: Shape) => z.object({ settings });
const calendarSettingsSchema = z.object({
  include: z.array(z.enum(CALENDAR_PARTS)).min(1, "Choose at least one").optional(),
});

/** Omitted settings stay unchanged. Throws VALIDATION_FAILED. */
export async function updateConnection(
  ctx: MutationCtx,
  reached: Reached,
  access: Access,
  change: ObjectType<typeof connectionChangeArgs>,
): Promise<Connection> {
  if (reached.kind === "calendar") {
    const { include } = parseOrFail(under(calendarSettingsSchema), change).settings;
    await connectCalendar(ctx, access, { ...(include && { include }) });
    return (await describeCalendar(ctx, access)) ?? fail("NOT_FOUND");
  }
  const { row } = reached;
  const { from, isEnabled } = {
    from: undefined,
    ...parseOrFail(under(row.type === "mail" ? mailSettingsSchema : paymentSettingsSchema), change).settings,
  };
  const changed = {
    ...(from !== undefined && { from }),
    ...(isEnabled !== undefined && { isEnabled }),
    updatedAt: Date.now(),
  };
  await ctx.db.patch("connections", row._id, changed);
  return toService({ ...row, ...changed });
}

/** A calendar address needs no call, so its test is already complete. */
export const begunTestShape = v.union(
  v.object({ type: connectionTypeValidator, kennelId: v.id("kennels"), credentials: sealedValidator }),
  connectedCalendarShape,
);

/** Counts the test against the limit. */
export async function beginTest(
  ctx: MutationCtx,
  reached: Reached,
  access: Access,
): Promise<Infer<typeof begunTestShape>> {
  await admitConnection(ctx, access);
  if (reached.kind === "service") {
    const { type, kennelId, credentials } = reached.row;
    return { type, kennelId, credentials };
  }
  const calendar = await describeCalendar(ctx, access);
  return calendar?.type === "calendar" ? calendar : fail("NOT_FOUND");
}

export const endedTestArgs = {
  problem: v.union(v.string(), v.null()),
  /** Set if the credentials were encrypted again with a newer key. */
  credentials: v.optional(sealedValidator),
};

/** Throws NOT_FOUND for a connection without credentials. */
export async function noteTest(
  ctx: MutationCtx,
  reached: Reached,
  { problem, credentials }: ObjectType<typeof endedTestArgs>,
): Promise<Connection> {
  if (reached.kind !== "service") return fail("NOT_FOUND");
  const tested = { testedAt: Date.now(), problem, ...(credentials && { credentials }) };
  await ctx.db.patch("connections", reached.row._id, tested);
  return toService({ ...reached.row, ...tested });
}

/** Deletes a service's credentials, or turns off the caller's calendar address. */
export async function removeConnection(ctx: MutationCtx, reached: Reached, access: Access): Promise<null> {
  if (reached.kind === "calendar") return await removeCalendar(ctx, access, { scope: "kennel" });
  await ctx.db.delete("connections", reached.row._id);
  return null;
}

export const ownMailShape = v.union(
  v.object({
    connectionId: v.id("connections"),
    kennelName: v.string(),
    from: v.string(),
    credentials: sealedValidator,
    problem: v.union(v.string(), v.null()),
    updatedAt: v.number(),
  }),
  v.null(),
);

export const hasOwnMail = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  (await serviceOf(ctx, kennelId, "mail"))?.isEnabled ?? false;

/** Returns null if the deployment's server sends the kennel's messages. */
export async function findOwnMail(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof ownMailShape>> {
  const mail = await serviceOf(ctx, kennelId, "mail");
  const kennel = await ctx.db.get("kennels", kennelId);
  if (!mail?.isEnabled || !kennel) return null;
  const { _id: connectionId, from = "", credentials, problem, updatedAt } = mail;
  return { connectionId, kennelName: kennel.name, from, credentials, problem, updatedAt };
}

export const paymentAccountShape = v.object({
  kennelId: v.id("kennels"),
  kennelName: v.string(),
  credentials: sealedValidator,
});

/** Counts the use against the limit. Throws RATE_LIMITED, or NOT_FOUND without an account. */
export async function openPaymentAccount(
  ctx: MutationCtx,
  { kennelId, user }: Access,
): Promise<Infer<typeof paymentAccountShape>> {
  await spend(ctx, user._id, "paymentLinks");
  const account = await serviceOf(ctx, kennelId, "payments");
  const kennel = await ctx.db.get("kennels", kennelId);
  if (!account?.isEnabled || !kennel) return fail("NOT_FOUND");
  return { kennelId, kennelName: kennel.name, credentials: account.credentials };
}

export const usedServiceArgs = {
  connectionId: v.id("connections"),
  updatedAt: v.number(),
  problem: v.union(v.string(), v.null()),
};

/** Nothing happens if the service was changed or deleted after it was used. */
export async function noteUse(
  ctx: MutationCtx,
  { connectionId, updatedAt, problem }: ObjectType<typeof usedServiceArgs>,
): Promise<null> {
  const row = await ctx.db.get("connections", connectionId);
  if (row && row.updatedAt === updatedAt && row.problem !== problem) {
    await ctx.db.patch("connections", connectionId, { problem, testedAt: Date.now() });
  }
  return null;
}

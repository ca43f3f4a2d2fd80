/**
 * The devices on which people receive push notifications. A browser's subscription belongs to the person who last
 * signed in there. Only known push services are called, so nobody can make the server call any other address.
 */
import { v, type Infer } from "convex/values";
import { MAX_PUSH_DEVICES } from "../../../domain/deliveries/rules";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import { fail } from "../../../domain/errors";
import { isPushService } from "../../../domain/reminders/push-services";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { getOrFail } from "../../platform/model/paging/rows";

export const deviceShape = v.object({
  _id: v.id("pushSubscriptions"),
  /** A browser recognizes its own entry by this address. */
  endpoint: v.string(),
  label: v.string(),
  addedAt: v.number(),
});

export const newDeviceArgs = {
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
  label: v.string(),
};
interface NewDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly label: string;
}

const toDevice = ({
  _id,
  _creationTime,
  endpoint,
  label,
}: Doc<"pushSubscriptions">): Infer<typeof deviceShape> => ({
  _id,
  endpoint,
  label,
  addedAt: _creationTime,
});

const rowsOf = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSubscriptions">[]> =>
  await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_PUSH_DEVICES + 1);

/** The newest device is first. */
export const listDevices = async (
  ctx: QueryCtx,
  user: Doc<"users"> | null,
): Promise<Infer<typeof deviceShape>[]> => (user ? (await rowsOf(ctx, user._id)).map(toDevice) : []);

const BASE64URL = /^[A-Za-z0-9_-]+=*$/;
const MAX_ENDPOINT = 2000;

function check({ endpoint, p256dh, auth }: NewDevice): void {
  const isKnown =
    endpoint.length <= MAX_ENDPOINT && isPushService(endpoint, env.STUDBOOK_PUSH_SERVICES ?? "");
  const areKeys = [p256dh, auth].every((key) => key.length <= SHORT_TEXT_MAX && BASE64URL.test(key));
  if (!isKnown || !areKeys) {
    fail("VALIDATION_FAILED", { fields: { endpoint: "This browser's push service is not known" } });
  }
}

/** Throws VALIDATION_FAILED for an unknown service. */
export async function addDevice(
  ctx: MutationCtx,
  user: Doc<"users">,
  device: NewDevice,
): Promise<Infer<typeof deviceShape>> {
  check(device);
  const row = {
    ...device,
    label: device.label.trim().slice(0, SHORT_TEXT_MAX) || "Browser",
    userId: user._id,
  };
  const known = await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_endpoint", (q) => q.eq("endpoint", device.endpoint))
    .unique();
  if (known) {
    await ctx.db.patch("pushSubscriptions", known._id, row);
    return toDevice({ ...known, ...row });
  }
  const [oldest, ...others] = await rowsOf(ctx, user._id);
  if (oldest && others.length + 1 >= MAX_PUSH_DEVICES) await ctx.db.delete("pushSubscriptions", oldest._id);
  const id = await ctx.db.insert("pushSubscriptions", row);
  return toDevice(await getOrFail(ctx, "pushSubscriptions", id));
}

export async function removeDevice(ctx: MutationCtx, user: Doc<"users">, endpoint: string): Promise<null> {
  const known = await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_endpoint", (q) => q.eq("endpoint", endpoint))
    .unique();
  if (known?.userId === user._id) await ctx.db.delete("pushSubscriptions", known._id);
  return null;
}

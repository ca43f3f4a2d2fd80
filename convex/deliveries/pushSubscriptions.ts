/** The registered functions of the devices on which the caller receives push notifications. */
import { v } from "convex/values";
import { signedInQuery, userMutation } from "../platform/functions";
import { addDevice, deviceShape, listDevices, newDeviceArgs, removeDevice } from "./model/pushSubscriptions";

export const list = signedInQuery({
  args: {},
  returns: v.array(deviceShape),
  handler: async (ctx) => await listDevices(ctx, ctx.user),
});

export const add = userMutation({
  args: newDeviceArgs,
  returns: deviceShape,
  handler: async (ctx, device) => await addDevice(ctx, ctx.user, device),
});

export const remove = userMutation({
  args: { endpoint: v.string() },
  returns: v.null(),
  handler: async (ctx, { endpoint }) => await removeDevice(ctx, ctx.user, endpoint),
});

/** The registered functions of mates and planned litters. */
import { dogQuery } from "../platform/functions";
import {
  describeMates,
  describePlannedLitter,
  litterArgs,
  litterShape,
  matesArgs,
  matesShape,
} from "./model/mates";

/** Lists a page of a dog's mates, the advised ones first. */
export const list = dogQuery({
  permission: "dogs:read",
  args: matesArgs,
  returns: matesShape,
  handler: async (ctx, args) => ctx.reached && (await describeMates(ctx, ctx.reached, args)),
});

/** Returns what a planned litter of the dog with a mate means for its breed. */
export const litter = dogQuery({
  permission: "dogs:read",
  args: litterArgs,
  returns: litterShape,
  handler: async (ctx, args) => ctx.reached && (await describePlannedLitter(ctx, ctx.reached.dog, args)),
});

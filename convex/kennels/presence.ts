/**
 * The registered functions of presence. A separate function lists all people of the kennel, so that clients load
 * only a short list of ids when somebody enters or leaves.
 */
import { v } from "convex/values";
import { KENNEL_PLACES } from "../../domain/kennels/rules";
import { dogMutation, dogQuery, kennelMutation, kennelQuery, openMutation } from "../platform/functions";
import {
  beatArgs,
  beatAtDog,
  beatAtPlace,
  leaveRoom,
  listAtDog,
  listAtPlace,
  listPeople,
  personShape,
  placeBeatArgs,
  presentAtPlaceShape,
  presentShape,
  ticketShape,
} from "./model/presence";

const place = v.union(...KENNEL_PLACES.map((name) => v.literal(name)));

/** People who are not present are included. */
export const people = kennelQuery({
  permission: "member",
  args: {},
  returns: v.array(personShape),
  handler: async (ctx) => await listPeople(ctx, ctx.access),
});

export const atPlace = kennelQuery({
  permission: "member",
  args: { place },
  returns: v.array(presentAtPlaceShape),
  handler: async (ctx, args) => await listAtPlace(ctx, ctx.access, args.place),
});

/** Returns null if the caller's kennel has no such dog. */
export const atDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(presentShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listAtDog(ctx, ctx.reached)),
});

export const beatPlace = kennelMutation({
  permission: "member",
  args: { place, ...placeBeatArgs },
  returns: ticketShape,
  handler: async (ctx, { place: room, ...args }) => await beatAtPlace(ctx, ctx.access, room, args),
});

export const beatDog = dogMutation({
  permission: "dogs:read",
  args: beatArgs,
  returns: ticketShape,
  handler: async (ctx, args) => await beatAtDog(ctx, ctx, args),
});

/** A closing page sends this call and cannot sign in at that moment. */
export const leave = openMutation({
  args: ticketShape.fields,
  returns: v.null(),
  handler: async (ctx, ticket) => await leaveRoom(ctx, ticket),
});

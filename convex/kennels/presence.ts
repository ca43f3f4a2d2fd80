/**
 * The registered functions of presence: who has a dog's page open or is in a kennel, staying there and leaving. The
 * list of people is a separate function. When somebody enters or leaves, all other clients therefore only load a
 * short list of ids.
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

/** Lists all people of the kennel with their names, whether they are present or not. */
export const people = kennelQuery({
  permission: "member",
  args: {},
  returns: v.array(personShape),
  handler: async (ctx) => await listPeople(ctx, ctx.access),
});

/** Lists who is in a place of the kennel, with their screens. */
export const atPlace = kennelQuery({
  permission: "member",
  args: { place },
  returns: v.array(presentAtPlaceShape),
  handler: async (ctx, args) => await listAtPlace(ctx, ctx.access, args.place),
});

/** Lists who has a dog's page open; null if the caller has no such dog. */
export const atDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(presentShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listAtDog(ctx, ctx.reached)),
});

/** Keeps the caller in a place of the kennel, with their screen. */
export const beatPlace = kennelMutation({
  permission: "member",
  args: { place, ...placeBeatArgs },
  returns: ticketShape,
  handler: async (ctx, { place: room, ...args }) => await beatAtPlace(ctx, ctx.access, room, args),
});

/** Keeps the caller on a dog's page. */
export const beatDog = dogMutation({
  permission: "dogs:read",
  args: beatArgs,
  returns: ticketShape,
  handler: async (ctx, args) => await beatAtDog(ctx, ctx, args),
});

/** Leaves the room of a ticket; pages send this when they close, and cannot sign in then. */
export const leave = openMutation({
  args: ticketShape.fields,
  returns: v.null(),
  handler: async (ctx, ticket) => await leaveRoom(ctx, ticket),
});

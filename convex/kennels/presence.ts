/**
 * The registered functions of presence: list the people in a kennel or on a dog's page, enter and leave. A separate
 * function lists all people of the kennel. When somebody enters or leaves, all other clients therefore load only a
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

/** Lists all people of the kennel with their names, including people who are not present. */
export const people = kennelQuery({
  permission: "member",
  args: {},
  returns: v.array(personShape),
  handler: async (ctx) => await listPeople(ctx, ctx.access),
});

/** Lists the people in a place of the kennel, with their screens. */
export const atPlace = kennelQuery({
  permission: "member",
  args: { place },
  returns: v.array(presentAtPlaceShape),
  handler: async (ctx, args) => await listAtPlace(ctx, ctx.access, args.place),
});

/** Lists the people who have a dog's page open; null if the caller's kennel has no such dog. */
export const atDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(presentShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listAtDog(ctx, ctx.reached)),
});

/** Keeps the caller in a place of the kennel, with the caller's screen. */
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

/** Leaves the room of a ticket. A closing page sends this call and cannot sign in at that moment. */
export const leave = openMutation({
  args: ticketShape.fields,
  returns: v.null(),
  handler: async (ctx, ticket) => await leaveRoom(ctx, ticket),
});

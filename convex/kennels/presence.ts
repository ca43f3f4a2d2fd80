/**
 * The registered functions of presence: who is with a dog or in a kennel, staying there and leaving. Who the people
 * of a kennel are is a question of its own, so that somebody who comes or goes costs everybody else a short list of
 * ids alone.
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

/** Lists the people of the kennel by name, present or not. */
export const people = kennelQuery({
  permission: "member",
  args: {},
  returns: v.array(personShape),
  handler: async (ctx) => await listPeople(ctx, ctx.access),
});

/** Lists who is in a place of the kennel, and where in the app. */
export const atPlace = kennelQuery({
  permission: "member",
  args: { place },
  returns: v.array(presentAtPlaceShape),
  handler: async (ctx, args) => await listAtPlace(ctx, ctx.access, args.place),
});

/** Lists who is with a dog; null when the caller has no such dog. */
export const atDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(presentShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listAtDog(ctx, ctx.reached)),
});

/** Says that the caller is in a place of the kennel, and where in the app. */
export const beatPlace = kennelMutation({
  permission: "member",
  args: { place, ...placeBeatArgs },
  returns: ticketShape,
  handler: async (ctx, { place: room, ...args }) => await beatAtPlace(ctx, ctx.access, room, args),
});

/** Says that the caller is with a dog. */
export const beatDog = dogMutation({
  permission: "dogs:read",
  args: beatArgs,
  returns: ticketShape,
  handler: async (ctx, args) => await beatAtDog(ctx, ctx, args),
});

/** Leaves where a ticket was given; sent by closing pages, which have no token at hand. */
export const leave = openMutation({
  args: ticketShape.fields,
  returns: v.null(),
  handler: async (ctx, ticket) => await leaveRoom(ctx, ticket),
});

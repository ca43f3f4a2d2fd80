/**
 * Shows who is in which place of a kennel right now. The presence component stores this data. A room is a place of
 * one kennel. A person views or edits in a room, and counts once, however many windows they have open. A person who
 * is removed from the team leaves all rooms in the same transaction. A room exists while somebody is in it. If a
 * connection breaks, its entry is deleted when the next person enters or leaves the room.
 */
import { Presence } from "@convex-dev/presence";
import { v, type Infer } from "convex/values";
import {
  MAX_PEOPLE_PER_KENNEL,
  KENNEL_PLACES,
  PRESENCE_BEAT_MS,
  type KennelPlace,
} from "../../../domain/kennels/rules";
import { fail } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import { components } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checkPermission, type Access, type ReachedDog } from "../../platform/model/people/identity";
import { displayName } from "../../platform/model/paging/names";
import {
  readPresenceLocation,
  presenceLocationShape,
  whereArgs,
  wordsOf,
  type Where,
} from "./presenceLocations";

const presence = new Presence(components.presence);

export const presentShape = v.object({ userId: v.string(), isEditing: v.boolean() });
export type Present = Infer<typeof presentShape>;

/** The open screen is included if the caller may see it. */
export const presentAtPlaceShape = presentShape.extend({ at: v.array(presenceLocationShape) });
export type PresentAtPlace = Infer<typeof presentAtPlaceShape>;

export const personShape = v.object({ userId: v.id("users"), name: v.string(), isSelf: v.boolean() });
export type PersonOfKennel = Infer<typeof personShape>;

/** Proves that the caller is in a room. A closing page uses the ticket to leave the room without a sign-in. */
export const ticketShape = v.object({ room: v.string(), sessionToken: v.string() });
export type Ticket = Infer<typeof ticketShape>;

/** The person's activity in the room, and the id of the window. */
export const beatArgs = {
  isEditing: v.boolean(),
  windowId: v.string(),
  /** True for the first heartbeat of a window. */
  isArriving: v.boolean(),
};

/** The arguments also contain the open screen, and the ticket of the place that the person left. */
export const placeBeatArgs = { ...beatArgs, where: v.optional(whereArgs), leaving: v.optional(ticketShape) };

interface Beat {
  readonly isEditing: boolean;
  readonly windowId: string;
  readonly isArriving: boolean;
}

const WINDOW_ID = /^[\w-]{8,64}$/;

/** Everybody may view and edit on several screens in several windows. */
const MAX_PER_ROOM = 4 * MAX_PEOPLE_PER_KENNEL;

/** This name stands for a person whose name the caller may not see. */
const UNNAMED = "Somebody";

const placeRoom = (kennelId: Id<"kennels">, place: KennelPlace): string => `${kennelId}/${place}`;
const dogRoom = ({ kennelId, _id }: Doc<"dogs">): string => `${kennelId}/dog/${_id}`;

/** An entry of the component contains the activity, the person and, in a place, the open screen. */
const ACTIVITIES = ["viewing", "editing"] as const;
type Activity = (typeof ACTIVITIES)[number];
const memberOf = (activity: Activity, userId: Id<"users">, words: readonly string[] = []): string =>
  [activity, userId, ...words].join("/");

/** The caller is included. The read is small, because every client repeats it when somebody enters. */
async function listRoom(ctx: QueryCtx, room: string): Promise<Present[]> {
  const editing = new Map<string, boolean>();
  for (const { userId: member } of await presence.listRoom(ctx, room, true, MAX_PER_ROOM)) {
    const [activity, userId = ""] = member.split("/");
    editing.set(userId, activity === "editing" || editing.get(userId) === true);
  }
  return [...editing].map(([userId, isEditing]) => ({ userId, isEditing }));
}

/** If the caller may not read the team, the names of other people are left out. */
export async function listPeople(ctx: QueryCtx, access: Access): Promise<PersonOfKennel[]> {
  const mayName = hasPermission(access.permissions, "members", "read");
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", access.kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  const people: PersonOfKennel[] = [];
  for (const { userId } of memberships) {
    const user = await ctx.db.get("users", userId);
    const isSelf = userId === access.user._id;
    if (user) people.push({ userId, name: mayName || isSelf ? displayName(user) : UNNAMED, isSelf });
  }
  return people;
}

/** People without heartbeats are removed from the room. An empty room is deleted. */
async function tidyRoom(ctx: MutationCtx, room: string): Promise<void> {
  const people = await presence.listRoom(ctx, room, false, MAX_PER_ROOM);
  if (people.every(({ online }) => !online)) {
    await presence.removeRoom(ctx, room);
    return;
  }
  for (const { userId, online } of people) {
    if (!online) await presence.removeRoomUser(ctx, room, userId);
  }
}

async function beat(
  ctx: MutationCtx,
  { user }: Access,
  room: string,
  { windowId, ...rest }: Beat,
  words: readonly string[] = [],
): Promise<Ticket> {
  if (!WINDOW_ID.test(windowId)) {
    fail("VALIDATION_FAILED", { fields: { windowId: "Window must be an id of 8 to 64 letters and digits" } });
  }
  if (rest.isArriving) await tidyRoom(ctx, room);
  const member = memberOf(rest.isEditing ? "editing" : "viewing", user._id, words);
  const session = `${room}/${member}/${windowId}`;
  const { sessionToken } = await presence.heartbeat(ctx, room, member, session, PRESENCE_BEAT_MS);
  return { room, sessionToken };
}

export async function listAtPlace(
  ctx: QueryCtx,
  access: Access,
  place: KennelPlace,
): Promise<PresentAtPlace[]> {
  const people = new Map<string, PresentAtPlace>();
  const room = placeRoom(access.kennelId, place);
  for (const { userId: member } of await presence.listRoom(ctx, room, true, MAX_PER_ROOM)) {
    const [activity, userId = "", ...words] = member.split("/");
    const person = people.get(userId) ?? { userId, isEditing: false, at: [] };
    const where = await readPresenceLocation(ctx, access, words);
    people.set(userId, {
      userId,
      isEditing: person.isEditing || activity === "editing",
      at: where === null ? person.at : [...person.at, where],
    });
  }
  return [...people.values()];
}

export async function listAtDog(ctx: QueryCtx, { dog }: ReachedDog): Promise<Present[]> {
  return await listRoom(ctx, dogRoom(dog));
}

/**
 * If the ticket of the former place is given, leaves that place. Throws FORBIDDEN if the caller edits settings
 * without the right.
 */
export async function beatAtPlace(
  ctx: MutationCtx,
  access: Access,
  place: KennelPlace,
  { where, leaving, ...args }: Beat & { where?: Where; leaving?: Ticket },
): Promise<Ticket> {
  if (args.isEditing) checkPermission(access, "settings:write");
  const words = await wordsOf(ctx, access, where);
  const ticket = await beat(ctx, access, placeRoom(access.kennelId, place), args, words);
  if (leaving && leaving.sessionToken !== ticket.sessionToken) await leaveRoom(ctx, leaving);
  return ticket;
}

/** Throws FORBIDDEN if the caller edits without the right. */
export async function beatAtDog(ctx: MutationCtx, { dog, access }: ReachedDog, args: Beat): Promise<Ticket> {
  if (args.isEditing) checkPermission(access, "dogs:write");
  return await beat(ctx, access, dogRoom(dog), args);
}

/**
 * The ticket proves that the window belongs to the caller. With a wrong ticket, nothing changes except that an
 * empty room is deleted.
 */
export async function leaveRoom(ctx: MutationCtx, { room, sessionToken }: Ticket): Promise<null> {
  await presence.disconnect(ctx, sessionToken);
  await tidyRoom(ctx, room);
  return null;
}

export async function leaveKennel(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<void> {
  for (const place of KENNEL_PLACES) {
    const room = placeRoom(kennelId, place);
    for (const { userId: member } of await presence.listRoom(ctx, room, false, MAX_PER_ROOM)) {
      if (member.split("/")[1] === userId) await presence.removeRoomUser(ctx, room, member);
    }
  }
  for (const activity of ACTIVITIES) {
    const member = memberOf(activity, userId);
    for (const { roomId } of await presence.listUser(ctx, member, true)) {
      if (roomId.startsWith(`${kennelId}/`)) await presence.removeRoomUser(ctx, roomId, member);
    }
  }
}

export async function closeDogPresence(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  await presence.removeRoom(ctx, dogRoom(dog));
}

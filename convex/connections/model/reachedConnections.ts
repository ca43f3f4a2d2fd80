/** What the id of a connection names: a connected service of the kennel, or a calendar address of a person. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { findRow } from "../../platform/model/paging/rows";

type Row = Doc<"connections">;
type Feed = Doc<"calendarFeeds"> & { readonly kennelId: Id<"kennels"> };

/** What an integration's id names: a service of the kennel, or somebody's calendar address of it. */
export type Reached =
  | { readonly kind: "service"; readonly row: Row }
  | { readonly kind: "calendar"; readonly row: Feed };

/** Finds what an id names, in any kennel; null where it names none. */
export async function findReached(ctx: QueryCtx, connectionId: string): Promise<Reached | null> {
  const serviceId = ctx.db.normalizeId("connections", connectionId);
  if (serviceId) {
    const row = await ctx.db.get("connections", serviceId);
    return row && { kind: "service", row };
  }
  const feed = await findRow(ctx, "calendarFeeds", connectionId);
  if (feed?.kennelId === undefined || feed.dogId !== undefined) return null;
  return { kind: "calendar", row: { ...feed, kennelId: feed.kennelId } };
}

/** Says whether something reached is the caller's: a calendar address is its holder's alone. */
export const isOfCaller = (reached: Reached, { user }: Access): boolean =>
  reached.kind === "service" || reached.row.userId === user._id;

/** Resolves the id of a connection: a connected service of the kennel, or a person's calendar address. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { findRow } from "../../platform/model/paging/rows";

type Row = Doc<"connections">;
type Feed = Doc<"calendarFeeds"> & { readonly kennelId: Id<"kennels"> };

export type Reached =
  | { readonly kind: "service"; readonly row: Row }
  | { readonly kind: "calendar"; readonly row: Feed };

/** Searches all kennels; returns null if there is no record. */
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

/** A calendar address belongs only to its holder. */
export const isOfCaller = (reached: Reached, { user }: Access): boolean =>
  reached.kind === "service" || reached.row.userId === user._id;

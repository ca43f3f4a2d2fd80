/**
 * The screen that a person has open. The screen and its record are written into the person's name in a room of the
 * presence component. Other people see the screen if they may read its area, with the record's current name.
 */
import { v, type Infer } from "convex/values";
import { PRESENCE_SCREEN_NAMES, PRESENCE_SCREENS, type PresenceScreen } from "../../../domain/kennels/rules";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readTitle } from "../../platform/model/paging/names";
import type { Access } from "../../platform/model/people/identity";
import { findRow } from "../../platform/model/paging/rows";

const screenValidator = v.union(...PRESENCE_SCREEN_NAMES.map((name) => v.literal(name)));

/** A page reports this location. */
export const whereArgs = v.object({ screen: screenValidator, recordId: v.optional(v.string()) });
export type Where = Infer<typeof whereArgs>;

/** Other people see the screen, and the name of the open record, if any. */
export const presenceLocationShape = v.object({
  screen: screenValidator,
  record: v.union(v.string(), v.null()),
});
export type PresenceLocation = Infer<typeof presenceLocationShape>;

const isScreen = (name: string): name is PresenceScreen => Object.hasOwn(PRESENCE_SCREENS, name);

function maySee(access: Access, screen: PresenceScreen): boolean {
  const { area } = PRESENCE_SCREENS[screen];
  return area === null || hasPermission(access.permissions, area, "read");
}

/** Returns null if the record is not in this kennel. */
async function nameOf(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  screen: PresenceScreen,
  recordId: string,
): Promise<string | null> {
  const { table } = PRESENCE_SCREENS[screen];
  if (table === "dogs") {
    const dog = await findRow(ctx, "dogs", recordId);
    return dog?.kennelId === kennelId ? (dog.callName ?? dog.name) : null;
  }
  if (table === null) return null;
  let id = table === "breedings" ? ctx.db.normalizeId("breedings", recordId) : null;
  if (table === "litters") {
    const litterId = ctx.db.normalizeId("litters", recordId);
    id = (litterId && (await ctx.db.get("litters", litterId))?.breedingId) ?? null;
  }
  const breeding = id && (await ctx.db.get("breedings", id));
  return breeding?.kennelId === kennelId ? await readTitle(ctx, breeding) : null;
}

/** A record that the person may not see is left out. */
export async function wordsOf(ctx: QueryCtx, access: Access, where: Where | undefined): Promise<string[]> {
  if (where === undefined || !maySee(access, where.screen)) return [];
  const { screen, recordId } = where;
  if (recordId === undefined) return [screen];
  return (await nameOf(ctx, access.kennelId, screen, recordId)) === null ? [screen] : [screen, recordId];
}

/** Returns null if the caller may not read the screen's area. */
export async function readPresenceLocation(
  ctx: QueryCtx,
  access: Access,
  [screen, recordId]: readonly string[],
): Promise<PresenceLocation | null> {
  if (screen === undefined || !isScreen(screen) || !maySee(access, screen)) return null;
  const record = recordId === undefined ? null : await nameOf(ctx, access.kennelId, screen, recordId);
  return { screen, record };
}

/**
 * The registered functions of placements: list, get, update, and record that an animal left. Reservations, sales
 * and statuses create placements.
 */
import { v } from "convex/values";
import { kennelQuery, rowBuilders } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import {
  handedPapers,
  listOffered,
  listPlacements,
  offeredShape,
  saveHandover,
  placementListArgs,
  placements,
} from "./model/placements";

const rights = { read: "breeding:read & finances:read", write: "breeding:write & finances:write" } as const;

export const { get, update, editsSince } = recordFunctions(placements, {
  argument: "placementId",
  owner: "kennelId",
  area: rights,
});

/** The newest placement is first. */
export const list = kennelQuery({
  permission: rights.read,
  args: placementListArgs,
  returns: placements.pageShape,
  handler: async (ctx, asked) => await listPlacements(ctx, ctx.access.kennelId, asked),
});

const own = rowBuilders("placements", "placement", "placementId");

/** Documents of the litter, and documents about the person. */
export const documents = own.query({
  permission: rights.read,
  args: {},
  returns: v.array(offeredShape),
  handler: async (ctx) => await listOffered(ctx, ctx.placement),
});

/** The documents that were handed over are also recorded. */
export const handOver = own.mutation({
  permission: rights.write,
  args: { on: v.string(), papers: handedPapers },
  returns: placements.shape,
  handler: async (ctx, handed) => await saveHandover(ctx, ctx.placement, handed),
});

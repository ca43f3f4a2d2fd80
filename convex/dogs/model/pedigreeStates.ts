/** One row of each kennel about all its pedigrees. The revision shows whether a plan or a result is out of date. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type StateFields = Pick<Doc<"pedigreeStates">, "revision" | "hiddenImportId" | "packed" | "workedAt">;

async function findRow(
  ctx: Pick<QueryCtx, "db">,
  kennelId: Id<"kennels">,
): Promise<Doc<"pedigreeStates"> | null> {
  return await ctx.db
    .query("pedigreeStates")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();
}

export async function getPedigreeState(
  ctx: Pick<QueryCtx, "db">,
  kennelId: Id<"kennels">,
): Promise<StateFields> {
  return (await findRow(ctx, kennelId)) ?? { revision: 0 };
}

/** A field that is passed as undefined is cleared. */
export async function changePedigreeState(
  ctx: Pick<MutationCtx, "db">,
  kennelId: Id<"kennels">,
  changes: Partial<StateFields>,
): Promise<void> {
  const row = await findRow(ctx, kennelId);
  if (row) await ctx.db.patch("pedigreeStates", row._id, changes);
  else await ctx.db.insert("pedigreeStates", { kennelId, revision: 0, ...changes });
}

/** The ancestors of an undone import that remain are also shown. */
export async function endHiding(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const { revision } = await getPedigreeState(ctx, kennelId);
  await changePedigreeState(ctx, kennelId, { hiddenImportId: undefined, revision: revision + 1 });
}

/** A dog of an unfinished import must be hidden. */
export async function makeHiddenTest(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<(dog: Pick<Doc<"dogs">, "importId">) => boolean> {
  const { hiddenImportId } = await getPedigreeState(ctx, kennelId);
  return (dog) => hiddenImportId !== undefined && dog.importId === hiddenImportId;
}

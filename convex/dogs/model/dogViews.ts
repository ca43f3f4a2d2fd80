/**
 * Saved views of the list of dogs. A view belongs to one person in one kennel. Nobody can read another person's
 * views.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOG_VIEWS } from "../../../domain/dogs/rules";
import { checkLimit, fail } from "../../../domain/errors";
import { dogViewChangesSchema, dogViewSchema } from "../../../domain/dogs/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { foldText, isSameText } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { dogViewStateValidator, dogViewValidator } from "../tables/dogViews";

type DogView = Infer<typeof dogViewValidator>;

export const dogViewsShape = v.array(dogViewValidator);

/** domain/dogs/schemas.ts validates the content. */
export const dogViewStateArgs = v.object({
  ...dogViewStateValidator.fields,
  layout: v.string(),
  sort: v.string(),
  direction: v.string(),
  columns: v.union(v.array(v.string()), v.null()),
});

/** Names are sorted as people expect: "View 2" before "View 10". */
const people = new Intl.Collator("en", { numeric: true });

const findRow = async (ctx: QueryCtx, { kennelId, user }: Access): Promise<Doc<"dogViews"> | null> =>
  await ctx.db
    .query("dogViews")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
    .unique();

/** The views are in alphabetical order. */
export const listDogViews = async (ctx: QueryCtx, access: Access): Promise<DogView[]> =>
  (await findRow(ctx, access))?.views ?? [];

async function store(ctx: MutationCtx, access: Access, views: readonly DogView[]): Promise<void> {
  const sorted = [...views].sort((a, b) => people.compare(foldText(a.name), foldText(b.name)));
  const row = await findRow(ctx, access);
  if (row) await ctx.db.patch("dogViews", row._id, { views: sorted });
  else
    await ctx.db.insert("dogViews", {
      kennelId: access.kennelId,
      userId: access.user._id,
      views: sorted,
    });
}

/** Throws VALIDATION_FAILED if another view has the name. */
function checkName(name: string, others: readonly DogView[]): void {
  if (others.some((view) => isSameText(view.name, name))) {
    fail("VALIDATION_FAILED", { fields: { name: "There is already a view with this name" } });
  }
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createDogView(ctx: MutationCtx, access: Access, fields: object): Promise<DogView> {
  const typed = parseOrFail(dogViewSchema, fields);
  const views = await listDogViews(ctx, access);
  checkName(typed.name, views);
  checkLimit(views.length, MAX_DOG_VIEWS);
  const view = { id: crypto.randomUUID(), ...typed };
  await store(ctx, access, [...views, view]);
  return view;
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export async function updateDogView(
  ctx: MutationCtx,
  access: Access,
  { viewId, ...fields }: { viewId: string },
): Promise<DogView> {
  const { name, state } = parseOrFail(dogViewChangesSchema, fields);
  const views = await listDogViews(ctx, access);
  const view = views.find(({ id }) => id === viewId) ?? fail("NOT_FOUND");
  const others = views.filter(({ id }) => id !== viewId);
  if (name !== undefined) checkName(name, others);
  const changed = { ...view, ...(name !== undefined && { name }), ...(state && { state }) };
  await store(ctx, access, [...others, changed]);
  return changed;
}

/** Throws NOT_FOUND. */
export async function removeDogView(ctx: MutationCtx, access: Access, viewId: string): Promise<null> {
  const views = await listDogViews(ctx, access);
  if (!views.some(({ id }) => id === viewId)) fail("NOT_FOUND");
  await store(
    ctx,
    access,
    views.filter(({ id }) => id !== viewId),
  );
  return null;
}

/**
 * The contract templates of a kennel: listing, making, changing and deleting them. Among a kennel's own templates of a
 * kind there is always exactly one default; when that one goes, the oldest other one follows. Source: decision
 * GAP-SET-15.
 */
import { v, type Infer } from "convex/values";
import { MAX_TEMPLATES_PER_KENNEL, type ContractKind } from "../../../domain/constants/contracts";
import { BUILT_IN_TEMPLATES, findBuiltIn } from "../../../domain/contracts/built-in";
import { fail } from "../../../domain/errors";
import { newTemplateSchema, templateChangesSchema } from "../../../domain/schemas/contract-template";
import { parseOrFail } from "../../../domain/schemas/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { contractKindValidator } from "../tables/contractTemplates";
import { nextVersion } from "../../platform/model/versions";

export const templateShape = v.object({
  /** A row's id, or the name of a built-in one. */
  id: v.string(),
  name: v.string(),
  kind: contractKindValidator,
  body: v.string(),
  isDefault: v.boolean(),
  isBuiltIn: v.boolean(),
  updatedAt: v.union(v.number(), v.null()),
});
export type ContractTemplate = Infer<typeof templateShape>;

export const newTemplateArgs = {
  name: v.string(),
  kind: v.string(),
  body: v.string(),
  isDefault: v.optional(v.boolean()),
};

export const templateChangeArgs = {
  name: v.optional(v.string()),
  kind: v.optional(v.string()),
  body: v.optional(v.string()),
  isDefault: v.optional(v.boolean()),
};

const toTemplate = (row: Doc<"contractTemplates">): ContractTemplate => ({
  id: row._id,
  name: row.name,
  kind: row.kind,
  body: row.body,
  isDefault: row.isDefault,
  isBuiltIn: false,
  updatedAt: row.updatedAt,
});

/** Reads the kennel's own templates by kind, the oldest first. */
const ownTemplates = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"contractTemplates">[]> =>
  await ctx.db
    .query("contractTemplates")
    .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId))
    .take(MAX_TEMPLATES_PER_KENNEL);

const ofKind = (rows: readonly Doc<"contractTemplates">[], kind: ContractKind) =>
  rows.filter((row) => row.kind === kind).sort((one, other) => one._creationTime - other._creationTime);

/** Lists the kennel's own templates, then the built-in ones, which are the default of a kind without any own. */
export async function listTemplates(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ContractTemplate[]> {
  const own = await ownTemplates(ctx, kennelId);
  const builtIn = BUILT_IN_TEMPLATES.map((template) => ({
    ...template,
    isDefault: ofKind(own, template.kind).length === 0,
    isBuiltIn: true,
    updatedAt: null,
  }));
  return [...own.map(toTemplate), ...builtIn];
}

/** Finds one of the kennel's templates or a built-in one; throws NOT_FOUND for any other. */
export async function requireTemplate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  templateId: string,
): Promise<Pick<ContractTemplate, "name" | "kind" | "body">> {
  const builtIn = findBuiltIn(templateId);
  if (builtIn) return builtIn;
  const id = ctx.db.normalizeId("contractTemplates", templateId);
  const row = id && (await ctx.db.get("contractTemplates", id));
  return row?.kennelId === kennelId ? row : fail("NOT_FOUND");
}

const describe = async (ctx: QueryCtx, id: Id<"contractTemplates">): Promise<ContractTemplate> =>
  toTemplate((await ctx.db.get("contractTemplates", id)) ?? fail("NOT_FOUND"));

/** Leaves exactly one default among the templates of a kind: the chosen one, else the one there is, else the oldest. */
export async function settleDefault(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  kind: ContractKind,
  chosen: Id<"contractTemplates"> | null,
): Promise<void> {
  const rows = ofKind(await ownTemplates(ctx, kennelId), kind);
  const wanted = chosen ?? (rows.find((row) => row.isDefault) ?? rows[0])?._id;
  for (const row of rows) {
    const isDefault = row._id === wanted;
    if (row.isDefault !== isDefault) await ctx.db.patch("contractTemplates", row._id, { isDefault });
  }
}

/** Makes a template; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createTemplate(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  fields: object,
): Promise<ContractTemplate> {
  const { isDefault = false, ...typed } = parseOrFail(newTemplateSchema, fields);
  if ((await ownTemplates(ctx, kennelId)).length >= MAX_TEMPLATES_PER_KENNEL) {
    fail("LIMIT_REACHED", { count: MAX_TEMPLATES_PER_KENNEL });
  }
  const row = { kennelId, ...typed, isDefault: false, updatedAt: Date.now() };
  const id = await ctx.db.insert("contractTemplates", row);
  await settleDefault(ctx, kennelId, typed.kind, isDefault ? id : null);
  return await describe(ctx, id);
}

/** Changes a template; throws VALIDATION_FAILED, or STALE_UPDATE when it was saved since `expectedUpdatedAt`. */
export async function updateTemplate(
  ctx: MutationCtx,
  template: Doc<"contractTemplates">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<ContractTemplate> {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== template.updatedAt) fail("STALE_UPDATE");
  const { isDefault, ...changes } = parseOrFail(templateChangesSchema, fields);
  const { _id, kennelId } = template;
  const kind = changes.kind ?? template.kind;
  await ctx.db.patch("contractTemplates", _id, {
    ...changes,
    isDefault: kind === template.kind && template.isDefault && isDefault !== false,
    updatedAt: nextVersion(template),
  });
  if (kind !== template.kind) await settleDefault(ctx, kennelId, template.kind, null);
  const successor = isDefault === false ? await oldestOther(ctx, { _id, kennelId, kind }) : null;
  await settleDefault(ctx, kennelId, kind, isDefault === true ? _id : successor);
  return await describe(ctx, _id);
}

/** Finds what takes over from a template that shall not be the default: the default there is, else the oldest other. */
async function oldestOther(
  ctx: QueryCtx,
  { _id, kennelId, kind }: Pick<Doc<"contractTemplates">, "_id" | "kennelId" | "kind">,
): Promise<Id<"contractTemplates"> | null> {
  const others = ofKind(await ownTemplates(ctx, kennelId), kind).filter((row) => row._id !== _id);
  return (others.find((row) => row.isDefault) ?? others[0])?._id ?? null;
}

/** Deletes a template; contracts made with it stay as they are. */
export async function removeTemplate(
  ctx: MutationCtx,
  { _id, kennelId, kind }: Doc<"contractTemplates">,
): Promise<null> {
  await ctx.db.delete("contractTemplates", _id);
  await settleDefault(ctx, kennelId, kind, null);
  return null;
}

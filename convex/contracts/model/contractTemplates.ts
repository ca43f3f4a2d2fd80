/**
 * The contract templates of a kennel. Exactly one of a kennel's own templates of a kind is the default. If the
 * default is deleted, the oldest remaining template becomes the default. Source: decision GAP-SET-15.
 */
import { v, type Infer } from "convex/values";
import { MAX_TEMPLATES_PER_KENNEL, type ContractKind } from "../../../domain/contracts/rules";
import { BUILT_IN_TEMPLATES, findBuiltIn } from "../../../domain/contracts/built-in";
import { checkLimit } from "../../../domain/errors";
import { newTemplateSchema, templateChangesSchema } from "../../../domain/contracts/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { contractKindValidator } from "../tables/contractTemplates";
import { settleNow } from "../../changes/follow";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

export const templateShape = v.object({
  /** A row's id, or the name of a built-in template. */
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

/** The templates are sorted by kind, the oldest first. */
export const queryTemplates = (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  ctx.db.query("contractTemplates").withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId));

/** The templates are sorted by kind, the oldest first. */
export const ownTemplates = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"contractTemplates">[]> => await queryTemplates(ctx, kennelId).take(MAX_TEMPLATES_PER_KENNEL);

export const templatesOfKind = (rows: readonly Doc<"contractTemplates">[], kind: ContractKind) =>
  rows.filter((row) => row.kind === kind).sort((one, other) => one._creationTime - other._creationTime);

/**
 * The kennel's own templates come first. If the kennel has no own template of a kind, the built-in template is the
 * default.
 */
export async function listTemplates(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ContractTemplate[]> {
  const own = await ownTemplates(ctx, kennelId);
  const builtIn = BUILT_IN_TEMPLATES.map((template) => ({
    ...template,
    isDefault: templatesOfKind(own, template.kind).length === 0,
    isBuiltIn: true,
    updatedAt: null,
  }));
  return [...own.map(toTemplate), ...builtIn];
}

/** Throws NOT_FOUND. */
export async function requireTemplate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  templateId: string,
): Promise<Pick<ContractTemplate, "name" | "kind" | "body">> {
  const builtIn = findBuiltIn(templateId);
  if (builtIn) return builtIn;
  return await requireRowOf(ctx, "contractTemplates", templateId, { kennelId });
}

const describe = async (ctx: QueryCtx, id: Id<"contractTemplates">): Promise<ContractTemplate> =>
  toTemplate(await getOrFail(ctx, "contractTemplates", id));

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createTemplate(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  fields: object,
): Promise<ContractTemplate> {
  const { isDefault = false, ...typed } = parseOrFail(newTemplateSchema, fields);
  checkLimit((await ownTemplates(ctx, kennelId)).length, MAX_TEMPLATES_PER_KENNEL);
  const row = { kennelId, ...typed, isDefault, updatedAt: Date.now() };
  const id = await ctx.db.insert("contractTemplates", row);
  await settleNow(ctx);
  return await describe(ctx, id);
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the template after `expectedUpdatedAt`. */
export async function updateTemplate(
  ctx: MutationCtx,
  template: Doc<"contractTemplates">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<ContractTemplate> {
  checkVersion(template, expectedUpdatedAt);
  const { isDefault, ...changes } = parseOrFail(templateChangesSchema, fields);
  const { _id } = template;
  const kind = changes.kind ?? template.kind;
  await saveRow(ctx, "contractTemplates", template, {
    ...changes,
    isDefault: isDefault ?? (kind === template.kind && template.isDefault),
  });
  await settleNow(ctx);
  return await describe(ctx, _id);
}

/** Contracts that were created with the template do not change. */
export async function removeTemplate(ctx: MutationCtx, { _id }: Doc<"contractTemplates">): Promise<null> {
  await ctx.db.delete("contractTemplates", _id);
  return null;
}

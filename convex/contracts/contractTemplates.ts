/** The registered functions of contract templates: list, create, update, remove. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { breedingQuery } from "../breedings/builders";
import { templateMutation } from "./builders";
import {
  createTemplate,
  listTemplates,
  newTemplateArgs,
  removeTemplate,
  templateChangeArgs,
  templateShape,
  updateTemplate,
} from "./model/contractTemplates";

/** The kennel's own templates come before the built-in templates. */
export const list = kennelQuery({
  permission: "settings:read",
  args: {},
  returns: v.array(templateShape),
  handler: async (ctx) => await listTemplates(ctx, ctx.access.kennelId),
});

export const choices = breedingQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: v.array(templateShape),
  handler: async (ctx) => await listTemplates(ctx, ctx.breeding.kennelId),
});

export const create = kennelMutation({
  permission: "settings:write",
  args: newTemplateArgs,
  returns: templateShape,
  handler: async (ctx, args) => await createTemplate(ctx, ctx.access.kennelId, args),
});

/** Omitted fields stay unchanged. */
export const update = templateMutation({
  permission: "settings:write",
  args: { ...templateChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: templateShape,
  handler: async (ctx, args) => await updateTemplate(ctx, ctx.template, args),
});

export const remove = templateMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeTemplate(ctx, ctx.template),
});

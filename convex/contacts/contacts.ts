/** The registered functions of contacts: list, find, get, create, update, remove. All need money and contacts. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { contactListArgs, contacts, findTwins, listContacts } from "./model/contacts";

export const { get, create, update, remove, editsSince } = recordFunctions(contacts, {
  argument: "contactId",
  owner: "kennelId",
  area: "finances",
});

/** Lists a page of the kennel's contacts A to Z, or those that a search finds. */
export const list = kennelQuery({
  permission: "finances:read",
  args: contactListArgs,
  returns: contacts.pageShape,
  handler: async (ctx, asked) => await listContacts(ctx, ctx.access.kennelId, asked),
});

/** Lists contacts with the same email or phone number, who may be the same person. */
export const twins = kennelQuery({
  permission: "finances:read",
  args: { email: v.optional(v.string()), phone: v.optional(v.string()) },
  returns: v.array(contacts.shape),
  handler: async (ctx, reached) =>
    await Promise.all((await findTwins(ctx, ctx.access.kennelId, reached)).map(contacts.answering(ctx))),
});

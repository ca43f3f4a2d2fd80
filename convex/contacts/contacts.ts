/** The registered functions of contacts. All functions require the right to money and contacts. */
import { v } from "convex/values";
import { kennelQuery, rowBuilders } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import {
  alikeShape,
  contactListArgs,
  contacts,
  findTwins,
  followMerges,
  hasAlike,
  listAlike,
  listContacts,
  mergeContacts,
} from "./model/contacts";
import {
  dealingsShape,
  listDealings,
  removeContact,
  suggestContacts,
  suggestionShape,
} from "./model/dealings";

export const { create, update, editsSince } = recordFunctions(contacts, {
  argument: "contactId",
  owner: "kennelId",
  area: "finances",
});

const own = rowBuilders("contacts", "contact", "contactId");

/** For a merged contact, returns the contact that it was merged into. */
export const get = own.query({
  permission: "finances:read",
  args: {},
  returns: contacts.shape,
  handler: async (ctx) => await contacts.describe(ctx, await followMerges(ctx, ctx.contact)),
});

/** Contacts are in alphabetical order. A search returns its results instead. */
export const list = kennelQuery({
  permission: "finances:read",
  args: contactListArgs,
  returns: contacts.pageShape,
  handler: async (ctx, asked) => await listContacts(ctx, ctx.access.kennelId, asked),
});

/** The result is up to six contacts, found by the start of a name, an email address or a phone number. */
export const suggest = kennelQuery({
  permission: "finances:read",
  args: { search: v.string() },
  returns: v.array(suggestionShape),
  handler: async (ctx, { search }) => await suggestContacts(ctx, ctx.access.kennelId, search),
});

const optionalText = v.optional(v.string());

/** Lists contacts with the same email or phone number, or with the same name and a similar address. */
export const twins = kennelQuery({
  permission: "finances:read",
  args: { name: optionalText, email: optionalText, phone: optionalText, address: optionalText },
  returns: v.array(contacts.shape),
  handler: async (ctx, reached) =>
    await Promise.all((await findTwins(ctx, ctx.access.kennelId, reached)).map(contacts.answering(ctx))),
});

/** Says whether any two of the kennel's contacts look alike. */
export const anyAlike = kennelQuery({
  permission: "finances:read",
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await hasAlike(ctx, ctx.access.kennelId),
});

/** Each group may be one person. */
export const alike = kennelQuery({
  permission: "finances:read",
  args: {},
  returns: alikeShape,
  handler: async (ctx) => await listAlike(ctx, ctx.access.kennelId),
});

export const dealings = own.query({
  permission: "finances:read",
  args: {},
  returns: dealingsShape,
  handler: async (ctx) => await listDealings(ctx, ctx.access, await followMerges(ctx, ctx.contact)),
});

/** The contact `otherId` is merged into this contact. The user has chosen the values. */
export const merge = own.mutation({
  permission: "finances:write",
  args: {
    ...contacts.changeArgs,
    ...{ otherId: v.string(), otherUpdatedAt: v.optional(v.number()) },
    expectedUpdatedAt: v.optional(v.number()),
  },
  returns: contacts.shape,
  handler: async (ctx, chosen) => await mergeContacts(ctx, ctx.contact, chosen),
});

/** No puppy may be reserved for the contact. */
export const remove = own.mutation({
  permission: "finances:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeContact(ctx, ctx.contact),
});

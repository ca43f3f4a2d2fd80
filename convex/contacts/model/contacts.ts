/**
 * The contacts of a kennel: listing A to Z, finding while somebody types, and the others who may be the same person.
 * A kennel may have thousands, so every read is bounded by an index.
 */
import { v, type Infer } from "convex/values";
import {
  CONTACT_FIELDS,
  contactKeys,
  isSamePhone,
  MAX_CONTACTS,
  phoneWords,
} from "../../../domain/contacts/record";
import { checkLimit } from "../../../domain/errors";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import {
  foldForSearch,
  foldText,
  makePersonTest,
  searchStarts,
  searchWords,
} from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { recordKind } from "../../platform/model/changes/recordKind";
import { toPageRequest, toPagination } from "../../platform/model/paging/paging";

type Contact = Doc<"contacts">;

/** Returns the fields of a contact that follow from others. */
export const derivedOf = (values: {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
}) => ({
  ...contactKeys(values),
  searchText: foldForSearch(
    [values.name, values.email, values.address, ...phoneWords(values.phone)].filter(Boolean).join(" "),
  ),
});

export const contacts = recordKind({
  table: "contacts",
  fields: CONTACT_FIELDS,
  index: "by_kennel_and_name",
  admit: async (ctx, { row, kennelId, values }) => {
    if (!row) checkLimit((await getCounters(ctx, kennelId)).contacts ?? 0, MAX_CONTACTS);
    return derivedOf(values);
  },
});

/** The most results of a search; more words narrow it. */
const MOST_FOUND = 50;
/** Contacts read for one word of a search. */
const WORD_MATCHES = 500;
/** Too many words start with fewer letters; one Chinese character is a name. */
const SHORTEST_SEARCHED_WORD = 2;
const FEWEST_SEARCHED_DIGITS = 4;
/** The longest words are read, as each may be shared by many or by few. */
const MOST_SEARCHED_WORDS = 4;

const LAST_CHARACTER = "\uffff";

/** Reads contacts whose name starts with the search, then those with its longest words and its number. */
async function candidates(ctx: QueryCtx, kennelId: Id<"kennels">, search: string): Promise<Contact[]> {
  const found = new Map<string, Contact>();
  const keep = (rows: readonly Contact[]) => {
    for (const row of rows) found.set(row._id, row);
  };
  for (const start of searchStarts(search)) {
    keep(
      await ctx.db
        .query("contacts")
        .withIndex("by_kennel_and_name", (q) =>
          q
            .eq("kennelId", kennelId)
            .gte("nameKey", start)
            .lt("nameKey", start + LAST_CHARACTER),
        )
        .take(WORD_MATCHES),
    );
  }
  const typed = searchWords(search)
    .filter((word) => word.length >= SHORTEST_SEARCHED_WORD || /\p{Script=Han}/u.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SEARCHED_WORDS);
  const numbers = phoneWords(search).filter((digits) => digits.length >= FEWEST_SEARCHED_DIGITS);
  for (const word of new Set([...typed, ...numbers])) {
    keep(
      await ctx.db
        .query("contacts")
        .withSearchIndex("by_words", (q) => q.search("searchText", word).eq("kennelId", kennelId))
        .take(WORD_MATCHES),
    );
  }
  return [...found.values()];
}

/** Finds the first contacts A to Z that match every word by name, email, address or phone number. */
export async function findContacts(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<Contact[]> {
  const typed = search.slice(0, SHORT_TEXT_MAX);
  if (foldText(typed) === "") return [];
  const matches = makePersonTest(typed);
  return (await candidates(ctx, kennelId, typed))
    .filter(({ name, email, address, phone }) => matches([name, email, address], phone))
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    .slice(0, MOST_FOUND);
}

/** Arguments of the list; an empty search does not filter. */
export const contactListArgs = {
  search: v.optional(v.string()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

/** Lists a page of the kennel's contacts A to Z, or those that a search finds. */
export async function listContacts(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { search = "", ...asked }: { search?: string; page?: number; limit?: number },
): Promise<Infer<typeof contacts.pageShape>> {
  if (search.trim() !== "") {
    return await contacts.page(ctx, await findContacts(ctx, kennelId, search), asked);
  }
  const request = toPageRequest(asked);
  const total = (await getCounters(ctx, kennelId)).contacts ?? 0;
  const end = request.page * request.limit;
  const rows = await ctx.db
    .query("contacts")
    .withIndex("by_kennel_and_name", (q) => q.eq("kennelId", kennelId))
    .take(Math.min(end, total));
  const data = await Promise.all(rows.slice(end - request.limit).map(contacts.answering(ctx)));
  return { data, pagination: toPagination(request, total) };
}

/** The most contacts that are suggested as the same person. */
const MOST_TWINS = 10;

/** Finds contacts with the same email or phone number as another one, which they may be. */
export async function findTwins(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reached: { readonly email?: string | null; readonly phone?: string | null },
): Promise<Contact[]> {
  const { emailKey, phoneKey } = contactKeys({ name: "", ...reached });
  const found = new Map<string, Contact>();
  if (emailKey !== undefined) {
    const rows = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_email", (q) => q.eq("kennelId", kennelId).eq("emailKey", emailKey))
      .take(MOST_TWINS);
    for (const row of rows) found.set(row._id, row);
  }
  if (phoneKey !== undefined) {
    const rows = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_phone", (q) => q.eq("kennelId", kennelId).eq("phoneKey", phoneKey))
      .take(WORD_MATCHES);
    for (const row of rows) if (isSamePhone(row.phone, reached.phone)) found.set(row._id, row);
  }
  return [...found.values()].slice(0, MOST_TWINS);
}

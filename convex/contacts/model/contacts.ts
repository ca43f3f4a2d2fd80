/**
 * The contacts of a kennel: lists them in alphabetical order, finds them while somebody types, and finds contacts
 * that may be the same person. A kennel may have thousands of contacts, so every read uses an index.
 */
import { jaroWinkler } from "@skyra/jaro-winkler";
import { v, type Infer } from "convex/values";
import {
  CONTACT_FIELDS,
  contactKeys,
  isSamePhone,
  MAX_CONTACTS,
  phoneWords,
} from "../../../domain/contacts/record";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import {
  foldForSearch,
  foldText,
  makePersonTest,
  searchStarts,
  searchWords,
} from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { recordKind } from "../../platform/model/changes/recordKind";
import { takePage, toPageRequest, toPagination } from "../../platform/model/paging/paging";
import { requireRowOf } from "../../platform/model/paging/rows";

type Contact = Doc<"contacts">;

/** A search index stores no longer sequences of letters and digits. */
const MOST_RUN_BYTES = 31;
const RUNS = /[\p{Alphabetic}\p{N}]+/gu;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const cutRuns = (text: string): string =>
  text.replace(RUNS, (run) => {
    if (bytesOf(run) <= MOST_RUN_BYTES) return run;
    let cut = "";
    for (const letter of run) {
      if (bytesOf(cut + letter) > MOST_RUN_BYTES) break;
      cut += letter;
    }
    return cut;
  });

export const derivedOf = (values: {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
}) => ({
  ...contactKeys(values),
  searchText: cutRuns(
    foldForSearch(
      [values.name, values.email, values.address, ...phoneWords(values.phone)].filter(Boolean).join(" "),
    ),
  ),
});

export const contacts = recordKind({
  table: "contacts",
  fields: CONTACT_FIELDS,
  index: "by_kennel_and_merged_and_name",
  admit: async (ctx, { row, kennelId, values }) => {
    if (!row) checkLimit((await getCounters(ctx, kennelId)).contacts ?? 0, MAX_CONTACTS);
    if (row?.mergedInto) fail("STALE_UPDATE");
    return { ...derivedOf(values), ...(row && { isMadeAlong: undefined }) };
  },
});

/** A contact can be merged only into a contact that is not merged itself. */
const MOST_MERGES_FOLLOWED = 50;

/** Merges are followed directly and through others. A contact that was not merged is returned itself. */
export async function followMerges(ctx: QueryCtx, contact: Contact): Promise<Contact> {
  let found = contact;
  for (let step = 0; found.mergedInto !== undefined && step < MOST_MERGES_FOLLOWED; step += 1) {
    const next = await ctx.db.get("contacts", found.mergedInto);
    if (!next) break;
    found = next;
  }
  return found;
}

/** The user can narrow the search with more words. */
const MOST_FOUND = 50;
const WORD_MATCHES = 500;
/**
 * Too many names begin with a shorter word. A single Chinese character can be a whole name and is therefore also
 * searched.
 */
const SHORTEST_SEARCHED_WORD = 2;
const FEWEST_SEARCHED_DIGITS = 4;
/** Only the longest words are looked up, because they are likely to be rare. */
const MOST_SEARCHED_WORDS = 4;

const LAST_CHARACTER = "\uffff";

/** The result is in alphabetical order. An ä in the text may be one or two characters. */
export async function contactsStarting(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
  most: number,
): Promise<Contact[]> {
  if (foldText(search) === "") return [];
  const found: Contact[] = [];
  for (const start of searchStarts(search)) {
    found.push(
      ...(await ctx.db
        .query("contacts")
        .withIndex("by_kennel_and_merged_and_name", (q) =>
          q
            .eq("kennelId", kennelId)
            .eq("mergedInto", undefined)
            .gte("nameKey", start)
            .lt("nameKey", start + LAST_CHARACTER),
        )
        .take(most)),
    );
  }
  return found;
}

/**
 * Contacts whose name starts with the search text come first, then contacts that contain the longest words or the
 * number of the search text.
 */
async function candidates(ctx: QueryCtx, kennelId: Id<"kennels">, search: string): Promise<Contact[]> {
  const found = new Map<string, Contact>();
  const keep = (rows: readonly Contact[]) => {
    for (const row of rows) found.set(row._id, row);
  };
  keep(await contactsStarting(ctx, kennelId, search, WORD_MATCHES));
  const typed = searchWords(search)
    .filter((word) => word.length >= SHORTEST_SEARCHED_WORD || /\p{Script=Han}/u.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SEARCHED_WORDS);
  const numbers = phoneWords(search).filter((digits) => digits.length >= FEWEST_SEARCHED_DIGITS);
  for (const word of new Set([...typed, ...numbers])) {
    keep(
      await ctx.db
        .query("contacts")
        .withSearchIndex("by_words", (q) => q.search("searchText", cutRuns(word)).eq("kennelId", kennelId))
        .take(WORD_MATCHES),
    );
  }
  return [...found.values()];
}

/** Every word must match a name, email, address or phone number. Results are in alphabetical order. */
export async function findContacts(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<Contact[]> {
  const typed = search.slice(0, SHORT_TEXT_MAX);
  if (foldText(typed) === "") return [];
  const matches = makePersonTest(typed);
  return (await candidates(ctx, kennelId, typed))
    .filter(({ mergedInto }) => mergedInto === undefined)
    .filter(({ name, email, address, phone }) => matches([name, email, address], phone))
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    .slice(0, MOST_FOUND);
}

/** An empty search has no effect. */
export const contactListArgs = {
  search: v.optional(v.string()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

/** Contacts are in alphabetical order. A search returns its results instead. */
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
  const listed = ctx.db
    .query("contacts")
    .withIndex("by_kennel_and_merged_and_name", (q) =>
      q.eq("kennelId", kennelId).eq("mergedInto", undefined),
    );
  const rows = await takePage(request, total, (order) => listed.order(order));
  const data = await Promise.all(rows.map(contacts.answering(ctx)));
  return { data, pagination: toPagination(request, total) };
}

const MOST_TWINS = 10;

/** The oldest contacts with one name, or with the same last digits of a number, are compared. */
const MOST_COMPARED = 30;

/**
 * Two people with the same name may be the same person if the similarity of their addresses is at least this value.
 */
const LIKE_ADDRESS = 0.9;

/** Two spellings of one address are alike. */
export const isLikeAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !!one && !!other && jaroWinkler(foldText(one), foldText(other)) >= LIKE_ADDRESS;

export type Reached = Partial<Record<"name" | "email" | "phone" | "address", string | null | undefined>>;

/** Each index is read only when its results are needed. */
async function* likely(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { name, email, phone, address }: Reached,
): AsyncGenerator<Contact[], void> {
  const { nameKey, emailKey, phoneKey } = contactKeys({ name: name ?? "", email, phone });
  if (emailKey !== undefined) {
    yield await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_email", (q) => q.eq("kennelId", kennelId).eq("emailKey", emailKey))
      .take(MOST_COMPARED);
  }
  if (phoneKey !== undefined) {
    const alike = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_phone", (q) => q.eq("kennelId", kennelId).eq("phoneKey", phoneKey))
      .take(MOST_COMPARED);
    yield alike.filter((row) => isSamePhone(row.phone, phone));
  }
  if (nameKey !== "" && address) {
    const namesakes = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_merged_and_name", (q) =>
        q.eq("kennelId", kennelId).eq("mergedInto", undefined).eq("nameKey", nameKey),
      )
      .take(MOST_COMPARED);
    yield namesakes.filter((row) => isLikeAddress(row.address, address));
  }
}

const isUnmerged = ({ mergedInto }: Contact): boolean => mergedInto === undefined;

/** Compares email and phone number, or the name and a similar address. */
export async function findTwins(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reached: Reached,
): Promise<Contact[]> {
  const found = new Map<string, Contact>();
  for await (const rows of likely(ctx, kennelId, reached))
    for (const row of rows.filter(isUnmerged)) found.set(row._id, row);
  return [...found.values()].slice(0, MOST_TWINS);
}

/** Returns an empty list for a merged contact. */
export const twinsOf = async (ctx: QueryCtx, contact: Contact): Promise<Contact[]> =>
  isUnmerged(contact)
    ? (await findTwins(ctx, contact.kennelId, contact)).filter(({ _id }) => _id !== contact._id)
    : [];

/** Always false for a merged contact. */
export async function hasTwin(ctx: QueryCtx, contact: Contact): Promise<boolean> {
  if (!isUnmerged(contact)) return false;
  for await (const rows of likely(ctx, contact.kennelId, contact))
    if (rows.some((row) => isUnmerged(row) && row._id !== contact._id)) return true;
  return false;
}

const MOST_ALIKE = 60;

const queryAlike = (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  ctx.db
    .query("contacts")
    .withIndex("by_kennel_and_twin_and_name", (q) => q.eq("kennelId", kennelId).eq("isTwin", true));

export const hasAlike = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  (await queryAlike(ctx, kennelId).first()) !== null;

/** The contacts of a group may be one person. */
export const groupShape = v.object({ contacts: v.array(contacts.shape) });

export const alikeShape = v.object({ groups: v.array(groupShape), hasMore: v.boolean() });

/** The result is in alphabetical order, grouped by person. */
export async function listAlike(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Infer<typeof alikeShape>> {
  const rows = await queryAlike(ctx, kennelId).take(MOST_ALIKE + 1);
  const listed = new Set<string>();
  const groups: Contact[][] = [];
  for (const row of rows.slice(0, MOST_ALIKE)) {
    if (listed.has(row._id)) continue;
    const group = [row, ...(await twinsOf(ctx, row))].filter(({ _id }) => !listed.has(_id));
    for (const { _id } of group) listed.add(_id);
    if (group.length > 1) groups.push(group);
  }
  const describe = contacts.answering(ctx);
  return {
    groups: await Promise.all(
      groups.map(async (group) => ({ contacts: await Promise.all(group.map(describe)) })),
    ),
    hasMore: rows.length > MOST_ALIKE,
  };
}

/** The result contains contacts that were merged into the contact directly or through others. */
export async function identitiesOf(ctx: QueryCtx, contact: Contact): Promise<Contact[]> {
  const found = [contact];
  for (let at = 0; at < found.length && found.length <= MOST_MERGES_FOLLOWED; at += 1) {
    const into = found[at]?._id;
    const merged = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_merged_and_name", (q) =>
        q.eq("kennelId", contact.kennelId).eq("mergedInto", into),
      )
      .take(MOST_MERGES_FOLLOWED);
    found.push(...merged);
  }
  return found;
}

/**
 * Merges the other contact into `kept`, which gets the given values. Throws STALE_UPDATE if another user merged or saved one of the
 * contacts, VALIDATION_FAILED, or LIMIT_REACHED.
 */
export async function mergeContacts(
  ctx: MutationCtx,
  kept: Contact,
  {
    otherId,
    otherUpdatedAt,
    ...given
  }: { otherId: string; otherUpdatedAt?: number } & { expectedUpdatedAt?: number },
): Promise<Infer<typeof contacts.shape>> {
  const other = await requireRowOf(ctx, "contacts", otherId, { kennelId: kept.kennelId });
  if (other._id === kept._id) failOnFields({ otherId: "Choose another contact" });
  if (kept.mergedInto !== undefined || other.mergedInto !== undefined) fail("STALE_UPDATE");
  checkVersion(other, otherUpdatedAt);
  const identities = [...(await identitiesOf(ctx, kept)), ...(await identitiesOf(ctx, other))];
  checkLimit(identities.length - 1, MOST_MERGES_FOLLOWED);
  await saveRow(ctx, "contacts", other, { mergedInto: kept._id, isMadeAlong: undefined });
  return await contacts.update(ctx, kept, given);
}

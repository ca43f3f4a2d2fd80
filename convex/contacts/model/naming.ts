/**
 * The contacts that other records name (domain/contacts/naming.ts). A person chooses or makes one while typing; an
 * equal email or phone number is recognized by itself, an equal name never is. What was typed always stays.
 */
import {
  ANOTHER_CONTACT,
  copiedFrom,
  copiesIn,
  linkIn,
  NEW_CONTACT,
  type Copies,
  type Place,
  type PLACES,
} from "../../../domain/contacts/naming";
import { isSamePhone, MAX_CONTACTS } from "../../../domain/contacts/record";
import { failOnFields } from "../../../domain/errors";
import { foldEmail, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { findRow } from "../../platform/model/paging/rows";
import { contacts, findTwins, followMerges } from "./contacts";

type Contact = Doc<"contacts">;

/** The message for a contact that was deleted while its name was being typed elsewhere. */
const DELETED = "This contact was deleted. Choose another one, or type the name again";

/** Finds the contact of an id from outside, or the one that it was merged into; null without one. */
export async function findContact(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  id: string,
): Promise<Contact | null> {
  const contact = await findRow(ctx, "contacts", id);
  return contact && contact.kennelId === kennelId ? await followMerges(ctx, contact) : null;
}

/** Returns the only contact with the same email or phone number; null if there is none or several. */
export async function recognized(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reached: Pick<Copies, "email" | "phone">,
): Promise<Contact | null> {
  const [found, ...others] = await findTwins(ctx, kennelId, reached);
  return found && others.length === 0 ? found : null;
}

/**
 * Makes a contact of what was typed, unless its email or phone number is recognized. Returns null, so that the
 * record keeps its text alone, where the name is already a contact's or the kennel has the most contacts.
 */
async function makeContact(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { kind }: Place,
  { name, ...typed }: Copies,
  isAnother: boolean,
): Promise<Id<"contacts"> | null> {
  if (!name || foldText(name) === "") return null;
  const known = isAnother ? null : await recognized(ctx, kennelId, typed);
  if (known) return known._id;
  if (!isAnother) {
    const namesake = await ctx.db
      .query("contacts")
      .withIndex("by_kennel_and_merged_and_name", (q) =>
        q.eq("kennelId", kennelId).eq("mergedInto", undefined).eq("nameKey", foldText(name)),
      )
      .first();
    if (namesake) return null;
  }
  if (((await getCounters(ctx, kennelId)).contacts ?? 0) >= MAX_CONTACTS) return null;
  const owner = { kennelId, dog: null, own: { isMadeAlong: true as const } };
  const { _id } = await contacts.create(ctx, owner, { ...typed, name, kinds: [kind] });
  return _id;
}

/** A person as a record is about to name them. */
interface Named {
  /** The chosen contact, or the wish for a new one. */
  readonly link: string | null;
  /** The contact that the record names so far. */
  readonly former: string | null;
  readonly copies: Copies;
}

/**
 * Finds or makes the contact that a record names, and returns its id with the texts to keep, those of the contact
 * where no name was typed. Throws VALIDATION_FAILED, at the link, for a contact that was deleted.
 */
export async function admitPerson(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  place: Place,
  { link, former, copies }: Named,
): Promise<{ link: Id<"contacts"> | null; copies: Copies }> {
  if (link === null) return { link: null, copies };
  if (link === NEW_CONTACT || link === ANOTHER_CONTACT) {
    return { link: await makeContact(ctx, kennelId, place, copies, link === ANOTHER_CONTACT), copies };
  }
  const contact = await findContact(ctx, kennelId, link);
  if (!contact) {
    // A link that the record already had can only be to another kennel's or a deleted contact in old data.
    if (link !== former) failOnFields({ [place.link]: DELETED });
    return { link: null, copies };
  }
  const { name, email, phone, address } = contact;
  return { link: contact._id, copies: copies.name ? copies : { name, email, phone, address } };
}

/**
 * Admits every person whom a record names in fields of its own, and returns the changed fields. Throws
 * VALIDATION_FAILED.
 */
export async function admitPeople(
  ctx: MutationCtx,
  places: readonly Place[],
  kennelId: Id<"kennels">,
  { values, former }: { readonly values: object; readonly former: object | null },
): Promise<Record<string, string | null>> {
  const changes: Record<string, string | null> = {};
  for (const place of places) {
    const link = linkIn(place, values);
    const before = former && linkIn(place, former);
    if (link === before) continue;
    const copies = copiesIn(place, values);
    const admitted = await admitPerson(ctx, kennelId, place, { link, former: before, copies });
    changes[place.link] = admitted.link;
    if (admitted.copies !== copies) Object.assign(changes, copiedFrom(place, admitted.copies));
  }
  return changes;
}

/** Says whether typed text can still be about a contact: by its name, email or phone number. */
const isAbout = ({ name, email, phone }: Copies, contact: Contact): boolean =>
  (!!name && foldText(name) === contact.nameKey) ||
  (!!email && foldEmail(email) === contact.emailKey) ||
  isSamePhone(phone, contact.phone);

/**
 * Returns the contact that a record names after a change: the one that was chosen; else the one that it had, while
 * the text can be about them; else one whose email or phone number was typed.
 */
export async function linkAfter(
  ctx: QueryCtx,
  place: Place,
  row: object & { readonly kennelId: Id<"kennels"> },
  before: object | undefined,
): Promise<Id<"contacts"> | undefined> {
  const [is, was] = [copiesIn(place, row), before && copiesIn(place, before)];
  // Columns of a place hold ids of contacts.
  const link = (linkIn(place, row) ?? undefined) as Id<"contacts"> | undefined;
  if (Object.values(is).every((text) => text === null)) return undefined;
  if (link !== undefined) {
    const isChosen = link !== (before && linkIn(place, before));
    const isTyped = is.name !== was?.name || is.email !== was?.email || is.phone !== was?.phone;
    const contact = isChosen || !isTyped ? null : await ctx.db.get("contacts", link);
    if (isChosen || !isTyped || (contact && isAbout(is, await followMerges(ctx, contact)))) return link;
  }
  const email = is.email === was?.email ? null : is.email;
  const phone = is.phone === was?.phone ? null : is.phone;
  if (email === null && phone === null) return undefined;
  return (await recognized(ctx, row.kennelId, { email, phone }))?._id;
}

/** Lists the rows that name a contact in one place, by its index. */
export const rowsNaming = {
  breederId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_breeder", (q) => q.eq("kennelId", kennelId).eq("breederId", _id)),
  acquiredFromId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_former_owner", (q) => q.eq("kennelId", kennelId).eq("acquiredFromId", _id)),
  currentOwnerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_owner", (q) => q.eq("kennelId", kennelId).eq("currentOwnerId", _id)),
  ownerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogOwners")
      .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("ownerId", _id)),
  buyerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("puppies")
      .withIndex("by_kennel_and_buyer", (q) => q.eq("kennelId", kennelId).eq("buyerId", _id)),
  contactId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("waitingList")
      .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("contactId", _id)),
} satisfies Record<(typeof PLACES)[keyof typeof PLACES][number]["link"], unknown>;

/** Says whether any record names a contact. */
export async function isNamed(ctx: QueryCtx, contact: Contact): Promise<boolean> {
  for (const query of Object.values(rowsNaming)) if (await query(ctx, contact).first()) return true;
  return false;
}

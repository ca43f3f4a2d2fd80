/**
 * The contacts that other records refer to (domain/contacts/naming.ts). The user chooses or creates a contact while
 * typing. A contact with the same email or phone number is recognized automatically. The name alone never
 * identifies a contact. The text that the user typed is always kept.
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

/** A contact may be deleted while its name is being entered in another record. */
const DELETED = "This contact was deleted. Choose another one, or type the name again";

/** Follows merges; returns null if there is no contact. */
export async function findContact(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  id: string,
): Promise<Contact | null> {
  const contact = await findRow(ctx, "contacts", id);
  return contact && contact.kennelId === kennelId ? await followMerges(ctx, contact) : null;
}

/** Returns null unless exactly one contact has the email or phone number. */
export async function recognized(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reached: Pick<Copies, "email" | "phone">,
): Promise<Contact | null> {
  const [found, ...others] = await findTwins(ctx, kennelId, reached);
  return found && others.length === 0 ? found : null;
}

/**
 * An existing contact with the same email or phone number is used. Returns null if a contact with this name exists
 * or the kennel has the maximum number of contacts; the record then stores only its text.
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

interface Named {
  /** A contact's id, or the request to create a contact. */
  readonly link: string | null;
  /** The record refers to this contact before the change. */
  readonly former: string | null;
  readonly copies: Copies;
}

/**
 * Returns the contact's id and the texts to store. If no name was typed, the contact's own texts are stored. Throws
 * VALIDATION_FAILED for the link of a deleted contact.
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
    // If the record already had this link, the link leads to a deleted contact, or in old data to a contact of
    // another kennel.
    if (link !== former) failOnFields({ [place.link]: DELETED });
    return { link: null, copies };
  }
  const { name, email, phone, address } = contact;
  return { link: contact._id, copies: copies.name ? copies : { name, email, phone, address } };
}

/** Returns the changed fields. Throws VALIDATION_FAILED. */
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

type Link = (typeof PLACES)[keyof typeof PLACES][number]["link"];

/** The contact ids exist in the kennel. */
type Admitted<Values> = {
  [Name in keyof Values]: Name extends Link ? Id<"contacts"> | null : Values[Name];
};

/** See `admitPeople`; throws VALIDATION_FAILED. */
export const withPeople = async <Values extends object>(
  ctx: MutationCtx,
  places: readonly Place[],
  kennelId: Id<"kennels">,
  { values, former }: { readonly values: Values; readonly former: object | null },
): Promise<Admitted<Values>> => ({
  // An unchanged link comes from the stored row. All other links were admitted.
  ...(values as Admitted<Values>),
  ...(await admitPeople(ctx, places, kennelId, { values, former })),
});

/** Compares name, email and phone number. */
const isAbout = ({ name, email, phone }: Copies, contact: Contact): boolean =>
  (!!name && foldText(name) === contact.nameKey) ||
  (!!email && foldEmail(email) === contact.emailKey) ||
  isSamePhone(phone, contact.phone);

/** The place has a link to a contact, or an email or phone number that can find a contact. */
export function mayLink(place: Place, row: object): boolean {
  const { email, phone } = copiesIn(place, row);
  return (linkIn(place, row) ?? null) !== null || email !== null || phone !== null;
}

/**
 * The contact that the user chose wins. Otherwise the former contact is kept if the text may still describe it.
 * Otherwise a contact with the entered email or phone number is used.
 */
export async function linkAfter(
  ctx: QueryCtx,
  place: Place,
  row: object & { readonly kennelId: Id<"kennels"> },
  before: object | undefined,
): Promise<Id<"contacts"> | undefined> {
  const [is, was] = [copiesIn(place, row), before && copiesIn(place, before)];
  // These columns contain ids of contacts.
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

/** Each query uses an index of one column. */
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
  livesWithId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_lives_with", (q) => q.eq("kennelId", kennelId).eq("livesWithId", _id)),
  ownerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("dogOwners")
      .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("ownerId", _id)),
  otherOwnerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("matings")
      .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("otherOwnerId", _id)),
  buyerId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("puppies")
      .withIndex("by_kennel_and_buyer", (q) => q.eq("kennelId", kennelId).eq("buyerId", _id)),
  contactId: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("waitingList")
      .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("contactId", _id)),
} satisfies Record<Exclude<Link, "veterinarianId">, unknown>;

/** Births and pregnancy checks name a contact as the veterinarian. */
export const rowsAttended = {
  litters: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("litters")
      .withIndex("by_kennel_and_veterinarian", (q) => q.eq("kennelId", kennelId).eq("veterinarianId", _id)),
  pregnancyChecks: (ctx: QueryCtx, { kennelId, _id }: Contact) =>
    ctx.db
      .query("pregnancyChecks")
      .withIndex("by_kennel_and_veterinarian", (q) => q.eq("kennelId", kennelId).eq("veterinarianId", _id)),
} as const;

const rowsSigned = (ctx: QueryCtx, { kennelId, _id }: Contact) =>
  ctx.db
    .query("signings")
    .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("contactId", _id));

export async function isNamed(ctx: QueryCtx, contact: Contact): Promise<boolean> {
  for (const query of [...Object.values(rowsNaming), ...Object.values(rowsAttended), rowsSigned])
    if (await query(ctx, contact).first()) return true;
  return false;
}

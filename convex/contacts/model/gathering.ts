/**
 * Contacts of the people who were typed into records before there were contacts. They are matched by email, then by
 * phone number, then by name and address, else they are new. Only links are written; what was typed stays.
 */
import { copiesIn, linkIn, type Copies, type Place } from "../../../domain/contacts/naming";
import { isSamePhone, MAX_CONTACTS } from "../../../domain/contacts/record";
import { foldEmail, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { derivedOf, findTwins, isLikeAddress } from "./contacts";

type Contact = Doc<"contacts">;

/** A person as a record tells of them. */
export interface Gathered extends Copies {
  readonly name: string;
  readonly licenseNumber?: string | undefined;
}

/** The most people of one name that are compared. */
const MOST_NAMESAKES = 100;

const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !!one && !!other && one !== other;

/** Says whether nothing that is known of two people of one name tells them apart. */
const mayBe = ({ email, phone }: Gathered, contact: Contact): boolean =>
  !differ(email && foldEmail(email), contact.emailKey) &&
  (!phone || contact.phone === undefined || isSamePhone(phone, contact.phone));

/**
 * Says whether somebody of the same name is a contact: by a like address, or as neither is known by more than the
 * name. A clinic or veterinarian is also one whose address is not known.
 */
function isNamesake(person: Gathered, contact: Contact, kind: Place["kind"]): boolean {
  if (!mayBe(person, contact)) return false;
  if (person.address && contact.address) return isLikeAddress(person.address, contact.address);
  if (kind === "veterinarian") return contact.kinds.includes(kind);
  const isNameAlone = (known: { email?: unknown; phone?: unknown; address?: unknown }) =>
    !known.email && !known.phone && !known.address;
  return isNameAlone(person) && isNameAlone(contact);
}

async function findPerson(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  person: Gathered,
  kind: Place["kind"],
): Promise<Contact | undefined> {
  // Several veterinarians have the phone number of their clinic.
  const reached = kind === "veterinarian" ? [] : [{ email: person.email }, { phone: person.phone }];
  for (const each of reached) {
    const [found] = await findTwins(ctx, kennelId, each);
    if (found) return found;
  }
  const namesakes = await ctx.db
    .query("contacts")
    .withIndex("by_kennel_and_merged_and_name", (q) =>
      q.eq("kennelId", kennelId).eq("mergedInto", undefined).eq("nameKey", foldText(person.name)),
    )
    .take(MOST_NAMESAKES);
  return namesakes.find((contact) => isNamesake(person, contact, kind));
}

/**
 * Finds the contact of a person, and adds to it what it lacks, or makes one. Returns undefined for a name that
 * nobody could find, and where the kennel has the most contacts: these people stay as text.
 */
export async function gatherPerson(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  person: Gathered,
  kind: Place["kind"],
): Promise<Id<"contacts"> | undefined> {
  if (foldText(person.name) === "") return undefined;
  const found = await findPerson(ctx, kennelId, person, kind);
  const values = {
    name: found?.name ?? person.name,
    email: found?.email ?? person.email ?? undefined,
    phone: found?.phone ?? person.phone ?? undefined,
    address: found?.address ?? person.address ?? undefined,
    licenseNumber: found?.licenseNumber ?? person.licenseNumber,
    kinds: [...new Set([...(found?.kinds ?? []), kind])],
  };
  if (found) {
    await ctx.db.patch("contacts", found._id, { ...values, ...derivedOf(values) });
    return found._id;
  }
  if (((await getCounters(ctx, kennelId)).contacts ?? 0) >= MAX_CONTACTS) return undefined;
  return await ctx.db.insert("contacts", {
    ...{ kennelId, ...values, ...derivedOf(values), updatedAt: Date.now() },
  });
}

/** Returns the contact that a record without one names in a place, or undefined. */
export async function gatherFrom(
  ctx: MutationCtx,
  place: Place,
  row: object & { readonly kennelId: Id<"kennels"> },
): Promise<Id<"contacts"> | undefined> {
  const { name, ...reached } = copiesIn(place, row);
  if (linkIn(place, row) !== null || name === null) return undefined;
  return await gatherPerson(ctx, row.kennelId, { name, ...reached }, place.kind);
}

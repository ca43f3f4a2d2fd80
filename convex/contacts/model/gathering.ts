/**
 * Finds or creates contacts for the people who were entered in records from before contacts existed. A person is
 * matched by email, then by phone number, and then by name and address; otherwise the contact is new. Only links
 * are written, and the entered texts stay.
 */
import { copiesIn, linkIn, type Copies, type Place } from "../../../domain/contacts/naming";
import { isSamePhone, MAX_CONTACTS } from "../../../domain/contacts/record";
import { foldEmail, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { derivedOf, findTwins, isLikeAddress } from "./contacts";

type Contact = Doc<"contacts">;

/** A person as a record describes them. */
export interface Gathered extends Copies {
  readonly name: string;
  readonly licenseNumber?: string | undefined;
}

/** The most people of one name that are compared. */
const MOST_NAMESAKES = 100;

const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !!one && !!other && one !== other;

/** Says whether two people with the same name may be the same person, because no known detail of theirs differs. */
const mayBe = ({ email, phone }: Gathered, contact: Contact): boolean =>
  !differ(email && foldEmail(email), contact.emailKey) &&
  (!phone || contact.phone === undefined || isSamePhone(phone, contact.phone));

/**
 * Says whether a contact with the same name is the same person: their addresses are similar, or only the name of
 * both is known. For a clinic or veterinarian it is enough that the address is unknown.
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
  // Veterinarians of the same clinic have its phone number, so the number identifies none of them.
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
 * Finds the contact of a person and fills in its missing values, or creates one. Returns undefined for a name
 * without any detail by which to reach the person, and if the kennel has the most contacts; such people stay as
 * text.
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

/** Returns the contact for a record that mentions a person but has no link yet, or undefined. */
export async function gatherFrom(
  ctx: MutationCtx,
  place: Place,
  row: object & { readonly kennelId: Id<"kennels"> },
): Promise<Id<"contacts"> | undefined> {
  const { name, ...reached } = copiesIn(place, row);
  if (linkIn(place, row) !== null || name === null) return undefined;
  return await gatherPerson(ctx, row.kennelId, { name, ...reached }, place.kind);
}

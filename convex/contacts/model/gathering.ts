/**
 * Finds or creates contacts for people in records that are older than the contacts feature. A person is matched by
 * email, then by phone number, and then by name and address. Only links are written; the entered texts remain.
 */
import { copiesIn, linkIn, type Copies, type Place } from "../../../domain/contacts/naming";
import { isSamePhone, MAX_CONTACTS } from "../../../domain/contacts/record";
import { foldEmail, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { derivedOf, findTwins, isLikeAddress } from "./contacts";

type Contact = Doc<"contacts">;

export interface Gathered extends Copies {
  readonly name: string;
  readonly licenseNumber?: string | undefined;
}

const MOST_NAMESAKES = 100;

const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !!one && !!other && one !== other;

/** People with the same name are different if any known detail differs. */
const mayBe = ({ email, phone }: Gathered, contact: Contact): boolean =>
  !differ(email && foldEmail(email), contact.emailKey) &&
  (!phone || contact.phone === undefined || isSamePhone(phone, contact.phone));

/**
 * The addresses are similar, or both people have only a name. For a clinic or veterinarian, an unknown address is
 * enough.
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
  // The veterinarians of one clinic share a phone number, so the number identifies no single veterinarian.
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
 * Fills in missing values of an existing contact. Returns undefined for a name without any contact details, and if
 * the kennel has the maximum number of contacts; such people remain as text.
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

/** The record mentions the person but has no link yet. Returns undefined if there is no contact. */
export async function gatherFrom(
  ctx: MutationCtx,
  place: Place,
  row: object & { readonly kennelId: Id<"kennels"> },
): Promise<Id<"contacts"> | undefined> {
  const { name, ...reached } = copiesIn(place, row);
  if (linkIn(place, row) !== null || name === null) return undefined;
  return await gatherPerson(ctx, row.kennelId, { name, ...reached }, place.kind);
}

/**
 * The records that connect a kennel with a contact: the dogs that the contact bred, owned and sold, and the
 * contact's applications. Placements show the dogs that the contact bought. Contacts that were merged into the
 * contact are included.
 */
import { v, type Infer, type PropertyValidators, type VObject } from "convex/values";
import { townOf } from "../../../domain/contacts/record";
import { MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import { fail } from "../../../domain/errors";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { puppyName } from "../../../domain/litters/words";
import type { Access } from "../../platform/model/people/identity";
import { contacts, contactsStarting, findContacts, identitiesOf } from "./contacts";
import { rowsAttended, rowsNaming } from "./naming";

type Contact = Doc<"contacts">;

const textOrNull = v.union(v.string(), v.null());

const dogShape = v.object({ _id: v.id("dogs"), name: v.string(), dateOfBirth: textOrNull });
const matingShape = v.object({
  ...{ _id: v.id("matings"), breedingId: v.id("breedings"), on: v.string() },
  /** 'Rex × Bella' */
  pair: v.string(),
});
const birthShape = v.object({
  ...{ _id: v.id("litters"), on: v.string(), pair: v.string() },
});
const checkShape = v.object({
  ...{ _id: v.id("pregnancyChecks"), breedingId: v.id("breedings"), on: v.string(), pair: v.string() },
});
const applicationShape = v.object({ _id: v.id("waitingList"), status: v.string(), appliedAt: v.number() });

/** Only the first records are listed. */
const listed = <Row extends VObject<{ _id: string }, PropertyValidators>>(row: Row) =>
  v.object({ rows: v.array(row), hasMore: v.boolean() });

export const dealingsShape = v.object({
  bred: listed(dogShape),
  sold: listed(dogShape),
  owned: listed(dogShape),
  coOwned: listed(dogShape),
  housed: listed(dogShape),
  matings: listed(matingShape),
  births: listed(birthShape),
  checks: listed(checkShape),
  applications: listed(applicationShape),
});

const MOST_LISTED = 50;

const toDog = ({ _id, name, dateOfBirth }: Doc<"dogs">) => ({ _id, name, dateOfBirth: dateOfBirth ?? null });

const toApplication = ({ _id, status, _creationTime: appliedAt }: Doc<"waitingList">) => ({
  ...{ _id, status, appliedAt },
});

/** Returns an empty text if no name is known. */
export async function pairOf(ctx: QueryCtx, breedingId: Id<"breedings">): Promise<string> {
  const breeding = await ctx.db.get("breedings", breedingId);
  const sire = breeding?.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const dam = breeding?.damId && (await ctx.db.get("dogs", breeding.damId));
  return [sire?.name ?? breeding?.sireName, dam?.name ?? breeding?.damName].filter(Boolean).join(" × ");
}

type Rows<Row> = (
  ctx: QueryCtx,
  contact: Contact,
) => { order: (way: "desc") => { take: (most: number) => Promise<Row[]> } };

/** The rows may refer to any of the person's contacts. The newest rows are read. */
async function newestOf<Row extends { readonly _creationTime: number }>(
  ctx: QueryCtx,
  identities: readonly Contact[],
  rowsOf: Rows<Row>,
  most: number,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const each of identities) found.push(...(await rowsOf(ctx, each).order("desc").take(most)));
  return found.sort((one, other) => other._creationTime - one._creationTime).slice(0, most);
}

/** If the caller may not read an area, its list is empty. */
export async function listDealings(
  ctx: QueryCtx,
  { permissions }: Access,
  contact: Contact,
): Promise<Infer<typeof dealingsShape>> {
  const identities = await identitiesOf(ctx, contact);
  const list = async <Row extends { readonly _creationTime: number }, Shown>(
    area: "dogs" | "breeding",
    rowsOf: Rows<Row>,
    toShown: (row: Row) => Shown | Promise<Shown>,
  ) => {
    const mayRead = hasPermission(permissions, area, "read");
    const rows = mayRead ? await newestOf(ctx, identities, rowsOf, MOST_LISTED + 1) : [];
    const shown = await Promise.all(rows.slice(0, MOST_LISTED).map(toShown));
    return { rows: shown, hasMore: rows.length > MOST_LISTED };
  };
  // A contact may own a dog twice: now and before. If the dog is being deleted, its row is deleted before the rows
  // of its owners.
  const coOwned = async () => {
    const mayRead = hasPermission(permissions, "dogs", "read");
    const most = MOST_LISTED * MAX_OWNERS_PER_DOG + 1;
    const shares = mayRead ? await newestOf(ctx, identities, rowsNaming.ownerId, most) : [];
    const dogs = await Promise.all(
      [...new Set(shares.map(({ dogId }) => dogId))]
        .slice(0, MOST_LISTED + 1)
        .map(async (dogId) => await ctx.db.get("dogs", dogId)),
    );
    const found = dogs.filter((dog) => dog !== null).map(toDog);
    return { rows: found.slice(0, MOST_LISTED), hasMore: found.length > MOST_LISTED };
  };
  return {
    housed: await list("dogs", rowsNaming.livesWithId, toDog),
    bred: await list("dogs", rowsNaming.breederId, toDog),
    sold: await list("dogs", rowsNaming.acquiredFromId, toDog),
    owned: await list("dogs", rowsNaming.currentOwnerId, toDog),
    coOwned: await coOwned(),
    matings: await list("breeding", rowsNaming.otherOwnerId, async ({ _id, breedingId, on }) => ({
      ...{ _id, breedingId, on },
      pair: await pairOf(ctx, breedingId),
    })),
    births: await list("breeding", rowsAttended.litters, async ({ _id, breedingId, whelpingDate: on }) => ({
      ...{ _id, on, pair: await pairOf(ctx, breedingId) },
    })),
    checks: await list("breeding", rowsAttended.pregnancyChecks, async ({ _id, breedingId, on }) => ({
      ...{ _id, breedingId, on, pair: await pairOf(ctx, breedingId) },
    })),
    applications: await list("breeding", rowsNaming.contactId, toApplication),
  };
}

export const suggestionShape = v.object({
  ...{ _id: v.id("contacts"), name: v.string(), email: textOrNull, phone: textOrNull, address: textOrNull },
  /** The town or country distinguishes people with the same name. */
  town: textOrNull,
  /** The newest record that refers to the contact. */
  dealing: v.union(
    v.object({
      kind: v.union(
        ...(["bred", "sold", "owns", "bought", "reserved", "applied"] as const).map((kind) =>
          v.literal(kind),
        ),
      ),
      what: textOrNull,
      day: v.string(),
    }),
    v.null(),
  ),
});
type Dealing = Infer<typeof suggestionShape>["dealing"];

const MOST_SUGGESTED = 6;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

async function lastDealing(ctx: QueryCtx, contact: Contact): Promise<Dealing> {
  const identities = await identitiesOf(ctx, contact);
  const newest = async <Row extends { readonly _creationTime: number }>(rowsOf: Rows<Row>) =>
    (await newestOf(ctx, identities, rowsOf, 1))[0];
  const dealings: NonNullable<Dealing>[] = [];
  const puppy = await newest(rowsNaming.buyerId);
  if (puppy) {
    const kind = puppy.status === "sold" ? "bought" : "reserved";
    const day = puppy.saleDate ?? dayOf(puppy.reservedAt ?? puppy._creationTime);
    dealings.push({ kind, what: puppyName(puppy), day });
  }
  const applicant = await newest(rowsNaming.contactId);
  if (applicant) dealings.push({ kind: "applied", what: null, day: dayOf(applicant._creationTime) });
  for (const [link, kind] of [
    ["currentOwnerId", "owns"],
    ["breederId", "bred"],
    ["acquiredFromId", "sold"],
  ] as const) {
    const dog = await newest(rowsNaming[link]);
    if (dog) dealings.push({ kind, what: dog.name, day: dayOf(dog._creationTime) });
  }
  const share = await newest(rowsNaming.ownerId);
  const shared = share && (await ctx.db.get("dogs", share.dogId));
  if (shared) dealings.push({ kind: "owns", what: shared.name, day: dayOf(share._creationTime) });
  return dealings.sort((one, other) => (one.day < other.day ? 1 : -1))[0] ?? null;
}

/** Matches the start of a name, an email address or a phone number. */
export async function suggestContacts(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<Infer<typeof suggestionShape>[]> {
  const typed = search.slice(0, SHORT_TEXT_MAX);
  // If enough names start with the text, words within names are not searched.
  const starting = await contactsStarting(ctx, kennelId, typed, MOST_SUGGESTED);
  const others = starting.length < MOST_SUGGESTED ? await findContacts(ctx, kennelId, typed) : [];
  const all = new Map([...starting, ...others].map((each) => [each._id, each]));
  const found = [...all.values()].slice(0, MOST_SUGGESTED);
  return await Promise.all(
    found.map(async (contact) => {
      const { _id, name, email, phone, address } = await contacts.describe(ctx, contact);
      const town = townOf(address) ?? contact.country ?? null;
      return { _id, name, email, phone, address, town, dealing: await lastDealing(ctx, contact) };
    }),
  );
}

/** An error lists at most this many sales. */
const MOST_NAMED = 3;

/** Throws HAS_OPEN_SALES with the names of the puppies that are reserved for the contact. */
export async function removeContact(ctx: MutationCtx, contact: Contact): Promise<null> {
  const open: Doc<"puppies">[] = [];
  for (const { kennelId, _id } of await identitiesOf(ctx, contact)) {
    open.push(
      ...(await ctx.db
        .query("puppies")
        .withIndex("by_kennel_and_buyer", (q) =>
          q.eq("kennelId", kennelId).eq("buyerId", _id).eq("status", "reserved"),
        )
        .take(MOST_NAMED + 1)),
    );
  }
  if (open.length > 0) {
    const names = open.slice(0, MOST_NAMED).map(puppyName).join(", ");
    const others = open.length > MOST_NAMED ? " and others" : "";
    fail("HAS_OPEN_SALES", {
      count: open.length,
      fields: { contactId: `${contact.name} still has a reservation: ${names}${others}` },
    });
  }
  return await contacts.remove(ctx, contact);
}

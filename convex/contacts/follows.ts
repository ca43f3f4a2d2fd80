/** Updates contacts after changes of records that refer to them, and such records after changes of contacts. */
import { PLACES, type Place } from "../../domain/contacts/naming";
import type { Doc, Id } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { removeRow } from "../platform/model/changes/removing";
import { findTwins, hasTwin, twinsOf } from "./model/contacts";
import { isNamed, linkAfter, mayLink } from "./model/naming";

/** Most records of a large import have no contact, so records that cannot refer to one are skipped. */
const linkedOwner = <Id extends string>(
  places: readonly Parameters<typeof mayLink>[0][],
  row: { readonly _id: Id },
): Id | undefined => (places.some((place) => mayLink(place, row)) ? row._id : undefined);

const fieldsOf = (places: readonly Place[]): readonly string[] =>
  places.flatMap(({ link, within, copies }) => [link, ...(within ? [within] : Object.values(copies))]);

/** Keeps a contact while the record's texts may still describe it. */
const peopleOf = <Table extends keyof typeof PLACES>(table: Table): Settle<Table> => ({
  name: `people of ${table}`,
  owners: [table],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch<Table>({
      table,
      fields: fieldsOf(PLACES[table]),
      ownerOf: (row) => linkedOwner(PLACES[table], row),
    }),
  ],
  recalculate: async (ctx, row, former) => {
    const [before] = former(table, [row]);
    const links: Record<string, Id<"contacts"> | undefined> = {};
    const named = row as unknown as { readonly kennelId: Id<"kennels"> }; // Each of these tables belongs to a kennel.
    for (const place of PLACES[table]) links[place.link] = await linkAfter(ctx, place, named, before);
    await saveChanged(ctx, table, row, links as Partial<Doc<Table>>);
  },
});

/** By these fields a contact can look like another contact. */
const REACHED = ["nameKey", "emailKey", "phoneKey", "phone", "address", "mergedInto"] as const;

const alike: Settle<"contacts"> = {
  name: "contacts that look alike",
  owners: ["contacts"],
  isLight: true,
  // Backup files of earlier versions have no marks, and a mark from a file is never trusted.
  isTimely: true,
  watches: [
    watch({
      table: "contacts",
      fields: REACHED,
      ownerOf: ({ _id }) => _id,
      ownersOf: async (ctx, contact) =>
        (await findTwins(ctx, contact.kennelId, contact)).map(({ _id }) => _id),
    }),
  ],
  recalculate: async (ctx, contact, former) => {
    const mark = async (each: Doc<"contacts">) =>
      await saveChanged(ctx, "contacts", each, { isTwin: (await hasTwin(ctx, each)) || undefined });
    await mark(contact);
    // The contacts that looked like this contact before may have no similar contact now. The contacts that look
    // like it now are owners themselves.
    const [before = contact] = former("contacts", [contact]);
    const isReachedOtherwise = REACHED.some((name) => before[name] !== contact[name]);
    if (isReachedOtherwise) for (const each of await twinsOf(ctx, before)) await mark(each);
  },
};

type Linking = { [Table in keyof typeof PLACES]: (typeof PLACES)[Table][number]["link"] };

/**
 * Some contacts are created by typing a name in another record. If that entry is undone or corrected, the contact
 * is deleted again, unless another record refers to the contact or somebody has edited it. If the other record is
 * deleted instead, the contact remains.
 */
const madeAlong = <Table extends keyof Linking>(
  table: Table,
  link: Linking[Table] & keyof Doc<Table>,
): Settle<"contacts"> => ({
  name: `contacts made along by ${link}`,
  owners: ["contacts"],
  isOfChanges: true,
  watches: [
    watch<Table>({
      table,
      fields: [link],
      ownerOf: (row) => row[link],
    }),
  ],
  recalculate: async (ctx, contact, former) => {
    if (!contact.isMadeAlong || (await isNamed(ctx, contact))) return;
    for (const { _id } of former(table, [])) {
      if (await ctx.db.get(table, _id)) return await removeRow(ctx, "contacts", contact);
    }
    await ctx.db.patch("contacts", contact._id, { isMadeAlong: undefined });
  },
});

export const contactSettles: readonly Settle[] = [
  peopleOf("dogs"),
  peopleOf("dogOwners"),
  peopleOf("matings"),
  peopleOf("pregnancyChecks"),
  peopleOf("litters"),
  peopleOf("puppies"),
  peopleOf("waitingList"),
  madeAlong("dogs", "breederId"),
  madeAlong("dogs", "acquiredFromId"),
  madeAlong("dogs", "currentOwnerId"),
  madeAlong("dogs", "livesWithId"),
  madeAlong("dogOwners", "ownerId"),
  madeAlong("matings", "otherOwnerId"),
  madeAlong("pregnancyChecks", "veterinarianId"),
  madeAlong("litters", "veterinarianId"),
  madeAlong("puppies", "buyerId"),
  madeAlong("waitingList", "contactId"),
  // This settle must run after the settles that delete contacts.
  alike,
];

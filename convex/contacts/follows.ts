/** What changes in contacts, and in records that refer to contacts, when the other of the two changes. */
import { PLACES, type Place } from "../../domain/contacts/naming";
import type { Doc, Id } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { removeRow } from "../platform/model/changes/removing";
import { findTwins, hasTwin, twinsOf } from "./model/contacts";
import { isNamed, linkAfter, mayLink } from "./model/naming";

/** Returns the id of a record that refers to a contact or may come to: most records of a large import do neither. */
const linkedOwner = <Id extends string>(
  places: readonly Parameters<typeof mayLink>[0][],
  row: { readonly _id: Id },
): Id | undefined => (places.some((place) => mayLink(place, row)) ? row._id : undefined);

/** The fields of a record on which its contacts depend. */
const fieldsOf = (places: readonly Place[]): readonly string[] =>
  places.flatMap(({ link, within, copies }) => [link, ...(within ? [within] : Object.values(copies))]);

/** Keeps the contacts of a record's people as long as its texts can be about them. */
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
    const named = row as unknown as { readonly kennelId: Id<"kennels"> }; // these tables are a kennel's
    for (const place of PLACES[table]) links[place.link] = await linkAfter(ctx, place, named, before);
    await saveChanged(ctx, table, row, links as Partial<Doc<Table>>);
  },
});

/** The fields of a contact by which it looks like another one. */
const REACHED = ["nameKey", "emailKey", "phoneKey", "phone", "address", "mergedInto"] as const;

/** Marks contacts that may be the same person as another one. */
const alike: Settle<"contacts"> = {
  name: "contacts that look alike",
  owners: ["contacts"],
  isLight: true,
  // Files of earlier versions have no marks, and no file decides about them.
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
    // Those that looked like it before may now look like nobody; those that look like it now are owners themselves.
    const [before = contact] = former("contacts", [contact]);
    const isReachedOtherwise = REACHED.some((name) => before[name] !== contact[name]);
    if (isReachedOtherwise) for (const each of await twinsOf(ctx, before)) await mark(each);
  },
};

type Linking = { [Table in keyof typeof PLACES]: (typeof PLACES)[Table][number]["link"] };

/**
 * Deletes a contact that was created by typing a name in another record when that entry is undone or corrected,
 * unless another record refers to the contact or somebody has edited it. If the other record is deleted instead,
 * the contact stays permanently.
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
  // After those that delete contacts.
  alike,
];

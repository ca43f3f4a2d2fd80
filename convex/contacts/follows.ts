/** What changes in contacts, and in records that refer to contacts, when the other of the two changes. */
import { PLACES } from "../../domain/contacts/naming";
import type { Doc } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { removeRow } from "../platform/model/changes/removing";
import { isNamed, linkAfter, mayLink } from "./model/naming";

/** Returns the id of a record that refers to a contact or may come to: most records of a large import do neither. */
const linkedOwner = <Id extends string>(
  places: readonly Parameters<typeof mayLink>[0][],
  row: { readonly _id: Id },
): Id | undefined => (places.some((place) => mayLink(place, row)) ? row._id : undefined);

/** Keeps the contacts of a dog's breeder, former owner and owner as long as its texts can be about them. */
const peopleOfDogs: Settle<"dogs"> = {
  name: "people of dogs",
  owners: ["dogs"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "dogs",
      fields: [
        ...["breederName", "acquiredFromName"],
        ...["currentOwnerName", "currentOwnerPhone", "currentOwnerEmail"],
        ...["breederId", "acquiredFromId", "currentOwnerId"],
      ] as const,
      ownerOf: (dog) => linkedOwner(PLACES.dogs, dog),
    }),
  ],
  recalculate: async (ctx, dog, former) => {
    const [before] = former("dogs", [dog]);
    const links: Partial<Doc<"dogs">> = {};
    for (const place of PLACES.dogs) links[place.link] = await linkAfter(ctx, place, dog, before);
    await saveChanged(ctx, "dogs", dog, links);
  },
};

/** Keeps the contact of a dog's owner as long as the name can be theirs. */
const ownersOfDogs: Settle<"dogOwners"> = {
  name: "owners of dogs",
  owners: ["dogOwners"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "dogOwners",
      fields: ["name", "ownerId"],
      ownerOf: (owner) => linkedOwner(PLACES.dogOwners, owner),
    }),
  ],
  recalculate: async (ctx, owner, former) => {
    const ownerId = await linkAfter(ctx, PLACES.dogOwners[0], owner, former("dogOwners", [owner])[0]);
    await saveChanged(ctx, "dogOwners", owner, { ownerId });
  },
};

/** Keeps the contact of the other dog's owner of a mating as long as the name can be theirs. */
const ownersOfMatings: Settle<"matings"> = {
  name: "owners of matings",
  owners: ["matings"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "matings",
      fields: ["otherOwnerName", "otherOwnerId"],
      ownerOf: (mating) => linkedOwner(PLACES.matings, mating),
    }),
  ],
  recalculate: async (ctx, mating, former) => {
    const otherOwnerId = await linkAfter(ctx, PLACES.matings[0], mating, former("matings", [mating])[0]);
    await saveChanged(ctx, "matings", mating, { otherOwnerId });
  },
};

/** Keeps the contact of a puppy's buyer as long as the buyer's texts can be about them. */
const buyersOfPuppies: Settle<"puppies"> = {
  name: "buyers of puppies",
  owners: ["puppies"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "puppies",
      fields: ["buyer", "buyerId"],
      ownerOf: (puppy) => linkedOwner(PLACES.puppies, puppy),
    }),
  ],
  recalculate: async (ctx, puppy, former) => {
    const buyerId = await linkAfter(ctx, PLACES.puppies[0], puppy, former("puppies", [puppy])[0]);
    await saveChanged(ctx, "puppies", puppy, { buyerId });
  },
};

/** Keeps the contact of an applicant as long as the texts can be about them. */
const applicantContacts: Settle<"waitingList"> = {
  name: "contacts of applicants",
  owners: ["waitingList"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "waitingList",
      fields: ["name", "email", "phone", "contactId"],
      ownerOf: (applicant) => linkedOwner(PLACES.waitingList, applicant),
    }),
  ],
  recalculate: async (ctx, applicant, former) => {
    const [before] = former("waitingList", [applicant]);
    const contactId = await linkAfter(ctx, PLACES.waitingList[0], applicant, before);
    await saveChanged(ctx, "waitingList", applicant, { contactId });
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
  peopleOfDogs,
  ownersOfDogs,
  ownersOfMatings,
  buyersOfPuppies,
  applicantContacts,
  madeAlong("dogs", "breederId"),
  madeAlong("dogs", "acquiredFromId"),
  madeAlong("dogs", "currentOwnerId"),
  madeAlong("dogOwners", "ownerId"),
  madeAlong("matings", "otherOwnerId"),
  madeAlong("puppies", "buyerId"),
  madeAlong("waitingList", "contactId"),
];

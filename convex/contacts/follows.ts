/** What follows for contacts, and for records that name them, from changes of either. */
import { PLACES } from "../../domain/contacts/naming";
import type { Doc } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { removeRow } from "../platform/model/changes/removing";
import { isNamed, linkAfter } from "./model/naming";

/** A dog's breeder, former owner and owner are contacts while its texts can be about them. */
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
      ownerOf: ({ _id }) => _id,
    }),
  ],
  recalculate: async (ctx, dog, former) => {
    const [before] = former("dogs", [dog]);
    const links: Partial<Doc<"dogs">> = {};
    for (const place of PLACES.dogs) links[place.link] = await linkAfter(ctx, place, dog, before);
    await saveChanged(ctx, "dogs", dog, links);
  },
};

/** A puppy's buyer is a contact while the buyer's texts can be about them. */
const buyersOfPuppies: Settle<"puppies"> = {
  name: "buyers of puppies",
  owners: ["puppies"],
  isLight: true,
  isOfChanges: true,
  watches: [watch({ table: "puppies", fields: ["buyer", "buyerId"], ownerOf: ({ _id }) => _id })],
  recalculate: async (ctx, puppy, former) => {
    const buyerId = await linkAfter(ctx, PLACES.puppies[0], puppy, former("puppies", [puppy])[0]);
    await saveChanged(ctx, "puppies", puppy, { buyerId });
  },
};

/** An applicant is a contact while the texts can be about them. */
const applicantContacts: Settle<"waitingList"> = {
  name: "contacts of applicants",
  owners: ["waitingList"],
  isLight: true,
  isOfChanges: true,
  watches: [
    watch({
      table: "waitingList",
      fields: ["name", "email", "phone", "contactId"],
      ownerOf: ({ _id }) => _id,
    }),
  ],
  recalculate: async (ctx, applicant, former) => {
    const [before] = former("waitingList", [applicant]);
    const contactId = await linkAfter(ctx, PLACES.waitingList[0], applicant, before);
    await saveChanged(ctx, "waitingList", applicant, { contactId });
  },
};

/**
 * A contact that was made by typing a name elsewhere goes when that is undone or corrected, unless another record
 * names them or somebody has edited them. Deleting the record that names them leaves them.
 */
const madeAlong: Settle<"contacts"> = {
  name: "contacts made along",
  owners: ["contacts"],
  watches: [
    ...(["breederId", "acquiredFromId", "currentOwnerId"] as const).map((link) =>
      watch({ table: "dogs", fields: [link], isMember: false, ownerOf: (dog) => dog[link] }),
    ),
    watch({
      table: "puppies",
      fields: ["buyerId"],
      isMember: false,
      ownerOf: ({ buyerId }) => buyerId,
    }),
    watch({
      table: "waitingList",
      fields: ["contactId"],
      isMember: false,
      ownerOf: ({ contactId }) => contactId,
    }),
  ],
  recalculate: async (ctx, contact) => {
    if (contact.isMadeAlong && !(await isNamed(ctx, contact))) await removeRow(ctx, "contacts", contact);
  },
};

export const contactSettles: readonly Settle[] = [
  peopleOfDogs,
  buyersOfPuppies,
  applicantContacts,
  madeAlong,
];

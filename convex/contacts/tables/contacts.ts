/**
 * The people and offices that a kennel deals with, each once: buyers, owners, breeders, veterinarians, authorities.
 * Written by contacts/model/contacts.ts. Every read and change requires the right to money and contacts.
 */
import { v } from "convex/values";
import { CONTACT_FIELDS } from "../../../domain/contacts/record";
import { recordTable } from "../../platform/tables/recordTable";

export const contacts = recordTable(CONTACT_FIELDS, {
  columns: (recorded) => ({
    ...recorded,
    /** The key for sorting is in lower case and without accents. */
    nameKey: v.string(),
    /** The email in lower case, and the last digits of the phone number. Both identify the same person. */
    emailKey: v.optional(v.string()),
    phoneKey: v.optional(v.string()),
    /** The text is in lower case and without accents. */
    searchText: v.string(),
    /** The contact was created by typing a name in another record and has not been edited since. */
    isMadeAlong: v.optional(v.literal(true)),
    /**
     * The other contact of the same person. Readers follow this link, so undoing the merge only has to clear the
     * link.
     */
    mergedInto: v.optional(v.id("contacts")),
    /** Another contact may be the same person; contacts/follows.ts updates this field. */
    isTwin: v.optional(v.literal(true)),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_merged_and_name", ["kennelId", "mergedInto", "nameKey"])
      .index("by_kennel_and_twin_and_name", ["kennelId", "isTwin", "nameKey"])
      .index("by_kennel_and_email", ["kennelId", "emailKey"])
      .index("by_kennel_and_phone", ["kennelId", "phoneKey"])
      .searchIndex("by_words", { searchField: "searchText", filterFields: ["kennelId"] }),
  onDelete: { mergedInto: { does: "cascade", by: "by_kennel_and_merged_and_name", isLoose: true } },
  history: {
    place: 245,
    label: "Contact",
    plural: "Contacts",
    area: "finances",
    isConfidential: true,
    titles: ["name"],
    // Contacts have no activities of their own. The activity of the record in which the name was typed is enough.
    isUntold: ({ isMadeAlong }) => isMadeAlong === true,
    fields: { mergedInto: { label: "Merged into", format: "text" } },
  },
  export: {
    place: 105,
    printed: ["name", "email", "phone", "address", "country", "kinds"],
  },
  backup: { place: 145 },
});

/**
 * The people and offices that a kennel deals with, each once: buyers, owners, breeders, veterinarians, authorities.
 * Written by contacts/model/contacts.ts. All of it needs the right to money and contacts.
 */
import { v } from "convex/values";
import { CONTACT_FIELDS } from "../../../domain/contacts/record";
import { recordTable } from "../../platform/tables/recordTable";

export const contacts = recordTable(CONTACT_FIELDS, {
  columns: (recorded) => ({
    ...recorded,
    /** The name, folded for sorting. */
    nameKey: v.string(),
    /** The email and the last digits of the phone number, by which the same person is found again. */
    emailKey: v.optional(v.string()),
    phoneKey: v.optional(v.string()),
    /** The searchable text, folded. */
    searchText: v.string(),
    /** Whether they were made by typing a name in another record, and nobody has edited them since. */
    isMadeAlong: v.optional(v.literal(true)),
    /** The contact that they turned out to be. Readers follow it, so an undo only has to clear it. */
    mergedInto: v.optional(v.id("contacts")),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_merged_and_name", ["kennelId", "mergedInto", "nameKey"])
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
    // The record in which the name was typed tells of it.
    isUntold: ({ isMadeAlong }) => isMadeAlong === true,
    fields: { mergedInto: { label: "Merged into", format: "text" } },
  },
  export: {
    place: 105,
    printed: ["name", "email", "phone", "address", "country", "kinds"],
  },
  backup: { place: 145 },
});

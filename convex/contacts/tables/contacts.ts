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
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_name", ["kennelId", "nameKey"])
      .index("by_kennel_and_email", ["kennelId", "emailKey"])
      .index("by_kennel_and_phone", ["kennelId", "phoneKey"])
      .searchIndex("by_words", { searchField: "searchText", filterFields: ["kennelId"] }),
  onDelete: {},
  history: {
    place: 245,
    label: "Contact",
    plural: "Contacts",
    area: "finances",
    isConfidential: true,
    titles: ["name"],
  },
  export: {
    place: 105,
    printed: ["name", "email", "phone", "address", "country", "kinds"],
  },
  backup: { place: 145 },
});

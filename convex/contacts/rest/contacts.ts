/** The REST calls of contacts; each runs the function that the web app uses. */
import { CONTACT_FIELDS } from "../../../domain/contacts/record";
import { api } from "../../_generated/api";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { contacts } from "../model/contacts";

export const contactEndpoints = resource({
  path: "/contacts",
  tags: ["Contacts"],
  rights: "finances",
  noun: "contact",
  id: "contactId",
  answer: answerOf("Contact", contacts.shape, { fields: CONTACT_FIELDS }),
}).ordinary({
  functions: api.contacts.contacts,
  fields: CONTACT_FIELDS,
  examples: {
    created: { name: "Anna Berg", email: "anna@example.com", phone: "(555) 010-2030", kinds: ["buyer"] },
    changed: { address: "12 Hill Road, Dover" },
  },
  query: { search: searchQuery("Every word must be found in name, email, address or phone number") },
  isOfKennel: true,
  refusals: { remove: ["HAS_OPEN_SALES"] },
});

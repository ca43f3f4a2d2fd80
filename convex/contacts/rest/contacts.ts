/** The REST calls of contacts. */
import { CONTACT_FIELDS } from "../../../domain/contacts/record";
import { changeShape } from "../../../domain/records/record";
import { api } from "../../_generated/api";
import { get, oneOf, type Endpoint } from "../../platform/rest/calls";
import { id } from "../../platform/rest/entities";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { kennelQuery, savedVersion, searchQuery, toVersion } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { alikeShape, contacts, groupShape } from "../model/contacts";

const answer = answerOf("Contact", contacts.shape, { fields: CONTACT_FIELDS });

const calls = resource({
  path: "/contacts",
  tags: ["Contacts"],
  rights: "finances",
  noun: "contact",
  id: "contactId",
  answer,
});

const ordinary = calls.ordinary({
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

export const contactEndpoints: Endpoint[] = [
  // Must come before /contacts/{id}, which would otherwise take the last part of this path for an id.
  get("/contacts/alike", {
    operationId: "listContactsAlike",
    tags: ["Contacts"],
    permission: "finances:read",
    summary: "List contacts that may be the same person, grouped by person",
    query: kennelQuery,
    returns: oneOf(
      answerOf("ContactsAlike", alikeShape, {
        about: {
          groups: answerOf(null, groupShape, { about: { contacts: answer } }),
          hasMore: z.boolean().openapi({
            description: "Whether there are more than are listed; they appear after some of these are merged",
          }),
        },
      }),
      "The contacts that look alike",
    ),
    run: async ({ env, query }) => await env.runQuery(api.contacts.contacts.alike, query),
  }),
  ...ordinary,
  calls.step("post", "/merge", {
    operationId: "mergeContacts",
    summary: "Merge another contact into this one, which gets the fields that are sent",
    description:
      "Dogs, puppies and all other records of the other contact then belong to this one. Their texts do not change. " +
      "The history can undo it.",
    body: z.object({
      ...recordBody(CONTACT_FIELDS, changeShape(CONTACT_FIELDS).shape),
      otherId: id.min(1).openapi({ description: "The contact that is merged into this one" }),
      updatedAt: savedVersion,
      otherUpdatedAt: savedVersion,
    }),
    example: { otherId: "jd7f3k9m2", phone: "(555) 010-2030" },
    refusals: ["STALE_UPDATE", "LIMIT_REACHED"],
    run: async (env, args, { otherId, updatedAt, otherUpdatedAt, ...fields }) =>
      await env.runMutation(api.contacts.contacts.merge, {
        ...{ ...toRecordFields(CONTACT_FIELDS, fields), ...args, otherId },
        expectedUpdatedAt: toVersion(updatedAt),
        otherUpdatedAt: toVersion(otherUpdatedAt),
      }),
  }),
];

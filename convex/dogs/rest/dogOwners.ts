/** The REST calls of dogs' owners. */
import { OWNER_FIELDS } from "../../../domain/dogs/record";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { owners } from "../model/dogOwners";

const tags = ["Dogs"];
const read = "dogs:read & finances:read";
const owner = answerOf("DogOwner", owners.shape, { fields: OWNER_FIELDS });

export const dogOwnerEndpoints: Endpoint[] = [
  ...resource({
    path: "/dog-owners",
    tags,
    rights: { read, write: "dogs:write & finances:write" },
    noun: "owner",
    operation: "DogOwner",
    id: "dogOwnerId",
    answer: owner,
  }).ordinary({
    functions: api.dogs.dogOwners,
    fields: OWNER_FIELDS,
    query: { search: searchQuery("Every word must be found in the name") },
    words: { create: "Add an owner to a dog; at no time all shares are more than 100" },
    examples: {
      created: { dogId: "jd7f3k9m2", name: "Anna Berg", role: "co_owner", share: 50, from: "2024-05-01" },
      changed: { share: 25, until: "2026-05-01" },
    },
  }),
  get("/dogs/{id}/owners", {
    operationId: "listOwnersOfDog",
    tags,
    permission: read,
    summary: "List a dog's owners, now and before",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(owner, "The owners"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.dogs.dogOwners.ofDog, { dogId: params.id })) ?? fail("NOT_FOUND"),
  }),
];

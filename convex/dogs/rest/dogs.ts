/** The REST calls of dogs: each is one call to the function the web app uses. */
import { AGE_BAND_NAMES, DOG_STATUSES, GENDERS } from "../../../domain/constants/dogs";
import { fail } from "../../../domain/errors";
import { dogChangesSchema, newDogSchema } from "../../../domain/schemas/dog";
import { api } from "../../_generated/api";
import {
  jsonBody,
  one,
  pageOf,
  gone,
  idParam,
  get,
  post,
  put,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { dogAnswer, savedDogAnswer, toDogAnswer } from "./dogEntities";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  savedVersion,
  todayForReading,
  todayForWriting,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dogs"];
const params = z.object({ id: idParam("id", "The dog's id") });

const filter = <const Values extends readonly string[]>(values: Values, description: string) =>
  z
    .string()
    .optional()
    .openapi({ enum: ["", ...values], description });

const filters = {
  search: z.string().optional().openapi({
    description: "Every word must be found in name, call name or registration number",
    example: "aria",
  }),
  breed: z.string().optional().openapi({ example: "Beagle" }),
  gender: filter(GENDERS, "Empty means both"),
  status: filter(DOG_STATUSES, "Empty means every status"),
  isBreedingDog: filter(["true", "false"], "Empty means both"),
  hasPhotos: filter(["true", "false"], "Empty means both"),
  isInKennel: filter(["true", "false"], "true leaves out dogs that died or were sold; empty means both"),
  ageRange: filter(AGE_BAND_NAMES, "puppy 0-1, young 1-3, adult 3-7, senior 7+ years"),
};

const exampleDog = {
  name: "Aria of Oak Hill",
  callName: "Ari",
  breed: "Beagle",
  gender: "female",
  dateOfBirth: "2022-04-18",
  registrationNumber: "HP61234501",
  weight: 24.5,
  isBreedingDog: true,
  breedingRights: "full",
} as const;

export const dogEndpoints: Endpoint[] = [
  get("/dogs", {
    operationId: "listDogs",
    tags,
    permission: "dogs:read",
    summary: "List a page of dogs by name, filtered",
    query: z.object({ ...pageQuery, kennelId: kennelReference, ...filters, today: todayQuery }),
    returns: pageOf(dogAnswer, "A page of dogs"),
    run: async ({ env, query: { kennelId, today, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.dogs.dogs.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return { data: data.map(toDogAnswer), pagination };
    },
  }),
  get("/dogs/{id}", {
    operationId: "getDog",
    tags,
    permission: "dogs:read",
    summary: "Get a dog",
    params,
    returns: one(dogAnswer, "The dog"),
    run: async ({ env, params }) => {
      const dog = await env.runQuery(api.dogs.dogs.get, { dogId: params.id });
      return toDogAnswer(dog ?? fail("NOT_FOUND"));
    },
  }),
  post("/dogs", {
    operationId: "createDog",
    tags,
    permission: "dogs:write",
    summary: "Add a dog",
    query: z.object({ today: todayQuery }),
    body: jsonBody(newDogSchema.extend({ kennelId: kennelReference }), exampleDog),
    returns: one(savedDogAnswer, "The stored dog"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body: { kennelId, ...fields } }) => {
      const { warnings, ...dog } = await env.runMutation(api.dogs.dogs.create, {
        ...fields,
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForWriting(query.today),
      });
      return { ...toDogAnswer(dog), warnings };
    },
  }),
  put("/dogs/{id}", {
    operationId: "updateDog",
    tags,
    permission: "dogs:write",
    summary: "Change a dog; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(dogChangesSchema.extend({ updatedAt: savedVersion }), { callName: "Ari", weight: 25 }),
    returns: one(savedDogAnswer, "The stored dog"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, query, body: { updatedAt, ...changes } }) => {
      const { warnings, ...dog } = await env.runMutation(api.dogs.dogs.update, {
        ...changes,
        dogId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
        today: todayForWriting(query.today),
      });
      return { ...toDogAnswer(dog), warnings };
    },
  }),
  del("/dogs/{id}", {
    operationId: "deleteDog",
    tags,
    permission: "dogs:write",
    summary: "Delete a dog; with offspring or breedings, only when confirmed",
    params,
    query: z.object({
      confirmed: z.enum(["true", "false"], { error: "confirmed must be true or false" }).optional().openapi({
        description: "true deletes a dog with offspring or breedings, which keep its name as text",
      }),
    }),
    returns: gone("The dog was deleted"),
    refusals: ["HAS_OFFSPRING", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async ({ env, params, query }) => {
      const confirmed = query.confirmed === "true";
      await env.runMutation(api.dogs.dogs.remove, { dogId: params.id, confirmed });
    },
  }),
];

/** The REST calls of dogs: contracts and handlers, each one call to the function the web app uses. */
import { AGE_BAND_NAMES, DOG_STATUSES, GENDERS } from "../../../domain/constants/dogs";
import { fail } from "../../../domain/errors";
import { dogChangesSchema, newDogSchema } from "../../../domain/schemas/dog";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  paged,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
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

export const listDogs = contract({
  operationId: "listDogs",
  method: "get",
  path: "/dogs",
  tags,
  summary: "List a page of dogs by name, filtered",
  "x-permission": "dogs:read",
  request: { query: z.object({ ...pageQuery, kennelId: kennelReference, ...filters, today: todayQuery }) },
  responses: { 200: answer(paged(dogAnswer), "A page of dogs"), ...REFUSALS },
});

export const getDog = contract({
  operationId: "getDog",
  method: "get",
  path: "/dogs/{id}",
  tags,
  summary: "Get a dog",
  "x-permission": "dogs:read",
  request: { params },
  responses: { 200: answer(wrapped(dogAnswer), "The dog"), ...REFUSALS },
});

export const createDog = contract({
  operationId: "createDog",
  method: "post",
  path: "/dogs",
  tags,
  summary: "Add a dog",
  "x-permission": "dogs:write",
  request: {
    query: z.object({ today: todayQuery }),
    body: jsonBody(newDogSchema.extend({ kennelId: kennelReference }), exampleDog),
  },
  responses: {
    201: answer(wrapped(savedDogAnswer), "The stored dog"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateDog = contract({
  operationId: "updateDog",
  method: "put",
  path: "/dogs/{id}",
  tags,
  summary: "Change a dog; absent fields stay, null or empty ones are cleared",
  "x-permission": "dogs:write",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(dogChangesSchema.extend({ updatedAt: savedVersion }), { callName: "Ari", weight: 25 }),
  },
  responses: {
    200: answer(wrapped(savedDogAnswer), "The stored dog"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteDog = contract({
  operationId: "deleteDog",
  method: "delete",
  path: "/dogs/{id}",
  tags,
  summary: "Delete a dog; one with offspring or breedings only when confirmed",
  "x-permission": "dogs:write",
  request: {
    params,
    query: z.object({
      confirmed: z.enum(["true", "false"], { error: "confirmed must be true or false" }).optional().openapi({
        description: "true deletes a dog with offspring or breedings, which keep its name as text",
      }),
    }),
  },
  responses: {
    200: answer(deletedAnswer, "The dog is gone"),
    ...REFUSALS,
    409: refusal("HAS_OFFSPRING", "TOO_MANY_AT_ONCE", "STILL_MOVING"),
  },
});

export const dogEndpoints: Endpoint[] = [
  endpoint(listDogs, async (c) => {
    const { kennelId, today, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.dogs.dogs.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: { data: data.map(toDogAnswer), pagination } }, 200);
  }),
  endpoint(getDog, async (c) => {
    const dog = await c.env.runQuery(api.dogs.dogs.get, { dogId: c.req.valid("param").id });
    return c.json({ data: toDogAnswer(dog ?? fail("NOT_FOUND")) }, 200);
  }),
  endpoint(createDog, async (c) => {
    const { kennelId, ...fields } = c.req.valid("json");
    const { warnings, ...dog } = await c.env.runMutation(api.dogs.dogs.create, {
      ...fields,
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: { ...toDogAnswer(dog), warnings } }, 201);
  }),
  endpoint(updateDog, async (c) => {
    const { updatedAt, ...changes } = c.req.valid("json");
    const { warnings, ...dog } = await c.env.runMutation(api.dogs.dogs.update, {
      ...changes,
      dogId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: { ...toDogAnswer(dog), warnings } }, 200);
  }),
  endpoint(deleteDog, async (c) => {
    const confirmed = c.req.valid("query").confirmed === "true";
    await c.env.runMutation(api.dogs.dogs.remove, { dogId: c.req.valid("param").id, confirmed });
    return c.json({ success: true as const }, 200);
  }),
];

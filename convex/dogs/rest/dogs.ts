/** The REST calls of dogs. */
import { AGE_BAND_NAMES, DOG_STATUSES, GENDERS } from "../../../domain/dogs/rules";
import { dogChangesSchema, newDogSchema } from "../../../domain/dogs/schemas";
import { api } from "../../_generated/api";
import type { Endpoint } from "../../platform/rest/calls";
import { kennelReference, readingDay, oneOrAll, writingDay, yesOrNo } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { dog, savedDog } from "./dogEntities";

const filters = {
  search: z.string().optional().openapi({
    description: "Every word must be found in name, call name or registration number",
    example: "aria",
  }),
  breed: z.string().optional().openapi({ example: "Beagle" }),
  gender: oneOrAll(GENDERS, "Empty means both"),
  status: oneOrAll(DOG_STATUSES, "Empty means every status"),
  isBreedingDog: oneOrAll(["true", "false"], "Empty means both"),
  hasPhotos: oneOrAll(["true", "false"], "Empty means both"),
  isInKennel: oneOrAll(["true", "false"], "true leaves out dogs that died or were sold; empty means both"),
  ageRange: oneOrAll(AGE_BAND_NAMES, "puppy 0-1, young 1-3, adult 3-7, senior 7+ years"),
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

const dogs = resource({
  path: "/dogs",
  tags: ["Dogs"],
  rights: "dogs",
  noun: "dog",
  id: "dogId",
  answer: dog,
  saved: savedDog,
});

export const dogEndpoints: Endpoint[] = [
  dogs.list({
    summary: "List a page of dogs by name, filtered",
    query: { ...filters, today: readingDay },
    run: async (env, args) => await env.runQuery(api.dogs.dogs.list, args),
  }),
  dogs.get({
    summary: "Get a dog",
    run: async (env, args) => await env.runQuery(api.dogs.dogs.get, args),
  }),
  dogs.create({
    summary: "Add a dog",
    query: { today: writingDay },
    body: newDogSchema.extend({ kennelId: kennelReference }),
    example: exampleDog,
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, fields) => await env.runMutation(api.dogs.dogs.create, { ...fields, ...args }),
  }),
  dogs.update({
    summary: "Change a dog; omitted fields stay unchanged, null or empty ones are cleared",
    query: { today: writingDay },
    body: dogChangesSchema,
    example: { callName: "Ari", weight: 25 },
    run: async (env, args, changes) => await env.runMutation(api.dogs.dogs.update, { ...changes, ...args }),
  }),
  dogs.remove({
    summary: "Delete a dog; with offspring or breedings, only when confirmed",
    query: {
      confirmed: yesOrNo("confirmed").openapi({
        description: "true deletes a dog with offspring or breedings, which keep its name as text",
      }),
    },
    refusals: ["HAS_OFFSPRING", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async (env, args) => await env.runMutation(api.dogs.dogs.remove, args),
  }),
];

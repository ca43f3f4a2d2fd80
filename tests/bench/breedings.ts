/** The Breeding screen with 1,000 breedings and 500 litters: how long the server takes for the screen's queries. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { addManyDogs } from "../support/many-dogs";
import { startRuntime } from "../support/runtime";
import { makeIssuer } from "./issuer";

const DOGS = 200;
const BREEDINGS = 1000;
const TODAY = "2025-12-31";
const FIRST_MATING = "2022-01-01";

const BATCH = 20;

interface Measured {
  readonly name: string;
  readonly timesMs: readonly number[];
}

/** Every second breeding has a litter. */
async function addBreedings(client: ConvexHttpClient, kennelId: string): Promise<string[]> {
  const { data: dogs } = await client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: DOGS });
  const [sires, dams] = ["male", "female"].map((gender) => dogs.filter((dog) => dog.gender === gender));
  const add = async (number: number): Promise<string> => {
    const breedingDate = addDays(FIRST_MATING, number);
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      kennelId,
      sireId: sires?.[number % 7]?._id ?? "",
      damId: dams?.[number % dams.length]?._id ?? "",
      breedingDate,
      studFeeCents: 100_000 + number,
      notes: `Breeding number ${number}, two ties, calm`,
    });
    if (number % 2 === 0) {
      const litter = { numberBorn: 6, numberAlive: 6, numberMales: 3, numberFemales: 3 };
      const whelpingDate = addDays(breedingDate, 63);
      await client.mutation(api.litters.litters.create, {
        breedingId,
        today: TODAY,
        whelpingDate,
        ...litter,
      });
    }
    return breedingId;
  };
  const ids: string[] = [];
  while (ids.length < BREEDINGS) {
    ids.push(...(await Promise.all(Array.from({ length: BATCH }, (_, index) => add(ids.length + index)))));
  }
  return ids;
}

/** A breeding is saved before each query, so that no cached result is returned. */
export async function measureBreedings(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  await addManyDogs({ client }, kennelId, DOGS);
  const ids = await addBreedings(client, kennelId);
  const breedingId = ids[BREEDINGS / 2] ?? "";
  const list = (filter: object) => async () =>
    await client.query(api.breedings.breedings.list, { kennelId, page: 1, limit: 100, ...filter });
  const kinds: Record<string, () => Promise<unknown>> = {
    "first hundred": list({}),
    "last hundred": list({ page: 10 }),
    "one status": list({ status: "planned" }),
    "search in all": list({ search: "number 99" }),
    "search by a sire": list({ search: "oak 3", status: "whelped" }),
    "sires to choose from": async () =>
      await client.query(api.breedings.breedings.mateChoices, { kennelId, gender: "male", search: "oak" }),
    "open a breeding": async () => await client.query(api.breedings.breedings.get, { breedingId }),
    "its litters": async () => await client.query(api.breedings.breedings.litters, { breedingId }),
  };
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      await client.mutation(api.breedings.breedings.update, { breedingId, studFeeCents: 100 * sample });
      const start = performance.now();
      await ask();
      if (sample >= 5) timesMs.push(performance.now() - start);
    }
    measured.push({ name: `1,000 breedings: ${name}`, timesMs });
  }
  await runtime.stop();
  return measured;
}

/**
 * Heats and the calendar in a kennel of 150 bitches with ten heats each, 3,000 readings, 1,000 breedings and 500
 * litters. Measures the queries of each screen.
 */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { addManyDogs } from "../support/many-dogs";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const BITCHES = 150;
const HEATS_EACH = 10;
const READ_HEATS = 500;
const BREEDINGS = 1000;
const LITTERS = 500;
const DOGS = 400;
const TODAY = "2025-12-31";
const AT_ONCE = 20;

/** Several tasks run at the same time. */
async function inTurns(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => work(first + index)));
  }
}

/** Heats are half a year apart, and the last one is within the past half year. */
const startOf = (bitch: number, heat: number): string =>
  addDays(TODAY, -((bitch * 7) % 180) - 183 * (HEATS_EACH - 1 - heat) - 20);

const CURVE = [0.7, 1.3, 2.6, 5.2, 9.8, 16] as const;

async function fill(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Id<"dogs">[]> {
  await addManyDogs({ client }, kennelId, DOGS);
  const mates = async (gender: "male" | "female", count: number) => {
    const ids: Id<"dogs">[] = [];
    await inTurns(count, async (number) => {
      const name = `${gender} ${number} of the Mill`;
      const dog = { kennelId, name, breed: "Beagle", gender, dateOfBirth: "2016-01-01", today: TODAY };
      ids.push((await client.mutation(api.dogs.dogs.create, dog))._id);
    });
    return ids;
  };
  const bitches = await mates("female", BITCHES);
  const sires = await mates("male", 10);
  await inTurns(BITCHES * HEATS_EACH, async (number) => {
    const [bitch, heat] = [Math.floor(number / HEATS_EACH), number % HEATS_EACH];
    const startOn = startOf(bitch, heat);
    const readings = CURVE.map((value, index) => ({
      takenOn: addDays(startOn, 5 + index * 2),
      value,
      unit: "ng/mL",
    }));
    await client.mutation(api.heats.heats.add, {
      dogId: bitches[bitch] ?? "",
      startOn,
      endOn: addDays(startOn, 20),
      today: TODAY,
      ...(number % 3 === 0 && number / 3 < READ_HEATS
        ? { readings: readings.filter(({ takenOn }) => takenOn <= TODAY) }
        : {}),
    });
  });
  await inTurns(BREEDINGS, async (number) => {
    const breedingDate = addDays(startOf(number % BITCHES, Math.floor(number / BITCHES) + 3), 12);
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      kennelId,
      sireId: sires[number % sires.length] ?? "",
      damId: bitches[number % BITCHES] ?? "",
      breedingDate,
    });
    const whelpingDate = addDays(breedingDate, 63);
    if (number < LITTERS && whelpingDate <= TODAY) {
      const litter = { numberBorn: 6, numberAlive: 6, numberMales: 3, numberFemales: 3 };
      await client.mutation(api.litters.litters.create, {
        breedingId,
        whelpingDate,
        today: TODAY,
        ...litter,
      });
    } else {
      await client.mutation(api.breedings.breedings.setStatus, { breedingId, status: "bred", today: TODAY });
    }
  });
  return bitches;
}

/** A heat is saved before each query, so that no cached result is returned. */
export async function measureHeats(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  const bitches = await fill(client, kennelId);
  const bitchAt = (sample: number) => bitches[sample % bitches.length] ?? "";
  const { data: breedings } = await client.query(api.breedings.breedings.list, {
    kennelId,
    page: 1,
    limit: 1,
  });
  const sireId = breedings[0]?.sireId ?? "";
  const kinds: Record<string, (sample: number) => Promise<unknown>> = {
    "the kennel's heats": async () =>
      await client.query(api.heats.heats.overview, { kennelId, today: TODAY }),
    "a month of the calendar": async (sample) => {
      const from = addDays(TODAY, (sample % 24) * 30 - 360);
      await client.query(api.heats.heats.calendar, { kennelId, from, to: addDays(from, 41), today: TODAY });
    },
    "a bitch's heats": async (sample) =>
      await client.query(api.heats.heats.ofDog, { dogId: bitchAt(sample) }),
    "advice on a pair": async (sample) =>
      await client.query(api.breedings.breedings.compatibility, {
        dogId: bitchAt(sample),
        sireId,
        today: TODAY,
      }),
  };
  const log = await client.query(api.heats.heats.ofDog, { dogId: bitchAt(0) });
  const heatId = log?.heats[0]?._id ?? "";
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      await client.mutation(api.heats.heats.update, { heatId, notes: `${name} ${sample}`, today: TODAY });
      const start = performance.now();
      await ask(sample);
      timesMs.push(performance.now() - start);
    }
    measured.push({ name, timesMs });
  }
  await runtime.stop();
  return measured;
}

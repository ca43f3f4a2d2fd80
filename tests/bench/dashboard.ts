/**
 * The dashboard of a kennel with 500 dogs and 50,000 records, beside another person's phone. Measures each query of
 * the first load, and the time until another person's change appears on an open card. Some of the queried data is
 * changed before each query, so that no cached result is returned.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { HEALTH_RECORD_TYPES } from "../../domain/health/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const DOGS = 500;
/** The total number of records. A smaller number gives similar results in less time. */
const RECORDS = Number(process.env["BENCH_RECORDS"] ?? 50_000);
/** If set, the kennel is stored in this folder, so that it is created once and measured often. */
const KEPT_DATA = process.env["BENCH_DATA"];
const LITTERS = 100;
const REMINDERS = 1000;
const VACCINES = ["Rabies", "DHPP", "Bordetella", "Lyme Disease", "Leptospirosis"] as const;
const TODAY = "2025-12-31";
const DAYS = 3650;
const AT_ONCE = 50;
const BATCH = 25;

type Work = () => Promise<unknown>;

/** Only a limited number of tasks run at the same time. */
async function doAll(work: readonly Work[]): Promise<void> {
  for (let start = 0; start < work.length; start += AT_ONCE) {
    await Promise.all(work.slice(start, start + AT_ONCE).map(async (each) => await each()));
  }
}

async function addDogs(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Id<"dogs">[]> {
  const ids: Id<"dogs">[] = [];
  for (let number = 0; number < DOGS; number += 1) {
    const gender = number % 4 === 0 ? ("male" as const) : ("female" as const);
    const dog = { name: `Dog ${number}`, breed: "Beagle", gender, dateOfBirth: "2014-01-01" };
    ids.push((await client.mutation(api.dogs.dogs.create, { ...dog, kennelId, today: TODAY }))._id);
  }
  return ids;
}

/** Adds heats of all bitches, and litters with puppies. The newest puppies are in the whelping box. */
async function breed(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  dogs: readonly Id<"dogs">[],
): Promise<void> {
  for (let number = 0; number < LITTERS; number += 1) {
    const whelpingDate = addDays(TODAY, -10 - 30 * number);
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      kennelId,
      sireId: dogs[0] ?? "",
      damId: dogs[1 + 4 * (number % 100)] ?? "",
      breedingDate: addDays(whelpingDate, -63),
      studFeeCents: 50_000,
    });
    const litter = await client.mutation(api.litters.litters.create, {
      breedingId,
      whelpingDate,
      today: TODAY,
    });
    for (let puppy = 0; puppy < 6; puppy += 1) {
      await client.mutation(api.litters.puppies.create, { litterId: litter._id, gender: "male" });
    }
  }
  await doAll(
    dogs.flatMap((dogId, number) =>
      number % 4 === 0
        ? []
        : [1, 2, 3].map((heat) => async () => {
            const startOn = addDays(TODAY, -210 * heat - (number % 180));
            await client.mutation(api.heats.heats.add, { dogId, startOn, signs: [], today: TODAY });
          }),
    ),
  );
}

/** Doses and health records are most of a kennel's records. */
async function record(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  dogs: readonly Id<"dogs">[],
): Promise<void> {
  const doses = Math.floor(RECORDS * 0.3);
  for (let number = 0; number < doses / BATCH; number += 1) {
    const first = (number * BATCH) % dogs.length;
    const round = Math.floor((number * BATCH) / dogs.length);
    const dateAdministered = addDays(TODAY, -400 + 13 * round + (number % 20) - DAYS / 12);
    await client.mutation(api.vaccinations.immunizations.createBatch, {
      kennelId,
      dogIds: dogs.slice(first, first + BATCH),
      vaccineName: VACCINES[round % VACCINES.length] ?? "Rabies",
      vaccineType: "Core",
      dateAdministered,
      nextDueDate: addDays(dateAdministered, 365),
      today: TODAY,
    });
  }
  const records = Math.max(0, RECORDS - doses - LITTERS * 8 - REMINDERS - 1125);
  await doAll(
    Array.from({ length: records }, (_, number) => async () => {
      await client.mutation(api.health.healthRecords.create, {
        dogId: dogs[number % dogs.length] ?? "",
        recordType: HEALTH_RECORD_TYPES[number % HEALTH_RECORD_TYPES.length] ?? "other",
        title: `Check ${number}`,
        description: "Without findings",
        dateRecorded: addDays(TODAY, -((number * 37) % DAYS)),
        costCents: 4500,
        today: TODAY,
      });
    }),
  );
  await doAll(
    Array.from({ length: REMINDERS }, (_, number) => async () => {
      await client.mutation(api.reminders.reminders.create, {
        kennelId,
        title: `Task ${number}`,
        dueDate: addDays(TODAY, (number % 90) - 20),
        priority: number % 10 === 0 ? "urgent" : "medium",
      });
    }),
  );
}

async function fillKennel(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<void> {
  const dogs = await addDogs(client, kennelId);
  await breed(client, kennelId, dogs);
  await record(client, kennelId, dogs);
  for (const kind of ["breedings_per_year", "puppies_per_year", "vaccinations_due"]) {
    await client.mutation(api.dashboard.dashboardWidgets.add, { kind });
  }
}

/** Measures from one person's call to the change on another person's open card. */
async function measureArrivals(
  origin: string,
  token: string,
  writer: ConvexHttpClient,
  kennelId: Id<"kennels">,
  samples: number,
): Promise<number[]> {
  const watcher = new ConvexClient(origin, { webSocketConstructor: WebSocket as never });
  watcher.setAuth(() => Promise.resolve(token));
  let seen = (_total: number): void => undefined;
  const first = new Promise<number>((resolve) => (seen = resolve));
  watcher.onUpdate(api.dashboard.dashboard.stats, { kennelId, today: TODAY }, ({ reminders }) =>
    seen(reminders.pending ?? 0),
  );
  let pending = await first;
  const timesMs: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const before = pending;
    const arrived = new Promise<number>((resolve) => {
      seen = (total) => (total > before ? resolve(total) : undefined);
    });
    const start = performance.now();
    await writer.mutation(api.reminders.reminders.create, {
      kennelId,
      title: `New ${sample}`,
      dueDate: TODAY,
    });
    pending = await arrived;
    timesMs.push(performance.now() - start);
  }
  await watcher.close();
  return timesMs;
}

export async function measureDashboard(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env, ...(KEPT_DATA && { data: KEPT_DATA }) });
  const token = await tokenOf("breeder");
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(token);
  await client.mutation(api.accounts.users.ensure, {});
  const [known] = await client.query(api.kennels.kennels.list, {});
  const kennel = known ?? (await client.mutation(api.kennels.kennels.create, { name: "My Kennel" }));
  const kennelId = kennel._id;
  const ask = { kennelId, today: TODAY };
  if ((await client.query(api.dogs.dogs.list, { kennelId, limit: 1 })).data.length === 0) {
    await fillKennel(client, kennelId);
  }
  const [task] = (await client.query(api.reminders.reminders.list, { ...ask, limit: 1 })).data;
  const [dose] = (await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 1 })).data;
  const [breeding] = (await client.query(api.breedings.breedings.list, { kennelId, limit: 1 })).data;
  const kinds: Record<string, Work> = {
    "the four numbers": async () => await client.query(api.dashboard.dashboard.stats, ask),
    alerts: async () => await client.query(api.dashboard.dashboardAlerts.list, ask),
    tasks: async () => await client.query(api.dashboard.dashboard.tasks, ask),
    activity: async () => await client.query(api.platform.activities.recent, { kennelId }),
    "today: breeding": async () =>
      await client.query(api.dashboard.dashboard.breedingAgenda, {
        ...ask,
        dayStartsAt: Date.UTC(2025, 11, 31),
      }),
    "today: heats ahead": async () => await client.query(api.dashboard.dashboard.heatsAhead, ask),
    "today: health": async () => await client.query(api.dashboard.dashboard.healthAgenda, ask),
    "five widgets": async () => await client.query(api.dashboard.dashboardWidgets.board, ask),
    preferences: async () => await client.query(api.dashboard.dashboardPreferences.get, {}),
  };
  const measured: Measured[] = [];
  for (const [name, question] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      const priority = sample % 2 === 0 ? "high" : "low";
      if (task) await client.mutation(api.reminders.reminders.update, { reminderId: task._id, priority });
      if (dose) {
        const notes = `Sample ${sample}`;
        await client.mutation(api.vaccinations.immunizations.update, {
          immunizationId: dose._id,
          notes,
          today: TODAY,
        });
      }
      if (breeding) {
        await client.mutation(api.breedings.breedings.update, {
          breedingId: breeding._id,
          notes: `Sample ${sample}`,
        });
      }
      const start = performance.now();
      await question();
      if (sample >= 5) timesMs.push(performance.now() - start);
    }
    measured.push({ name: `dashboard of ${RECORDS} records: ${name}`, timesMs });
  }
  const arrivals = await measureArrivals(runtime.origin, token, client, kennelId, samples);
  measured.push({ name: "a change until it stands on another's open card", timesMs: arrivals });
  await runtime.stop();
  return measured;
}

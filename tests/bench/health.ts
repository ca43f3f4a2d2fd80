/**
 * Health with 20,000 records and 10,000 immunizations of 200 dogs in a kennel, beside another kennel. Measures the
 * queries of each tab. Some of the queried data is changed before each query, so that no cached result is returned.
 * At the end all doses are exported, timed from the click on the button to the finished file.
 */
import { setTimeout } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { HEALTH_RECORD_TYPES } from "../../domain/health/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { HEALTH_EXPORT_FORMATS, type HealthExportFormat } from "../../domain/health/export";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const DOGS = 200;
const RECORDS_PER_DOG = 100;
const DOSES_PER_DOG = 50;
const OTHER_DOGS = 20;
const TODAY = "2025-12-31";
/** Ten years of a large kennel. */
const DAYS = 3650;
const VACCINES = ["Rabies", "DHPP", "Bordetella", "Lyme Disease", "Leptospirosis"];
const AT_ONCE = 50;
/** How often the benchmark checks whether the file is ready. */
const POLL_MS = 10;

type Work = () => Promise<unknown>;

/** Only a limited number of tasks run at the same time. */
async function doAll(work: readonly Work[]): Promise<void> {
  for (let start = 0; start < work.length; start += AT_ONCE) {
    await Promise.all(work.slice(start, start + AT_ONCE).map(async (each) => await each()));
  }
}

/** One record in eight has a follow-up, and one has a rare word. */
async function fill(client: ConvexHttpClient, kennelId: Id<"kennels">, dogs: number): Promise<Id<"dogs">[]> {
  const dogIds: Id<"dogs">[] = [];
  for (let number = 0; number < dogs; number += 1) {
    const fields = {
      name: `Dog ${number}`,
      breed: "Beagle",
      gender: "female",
      dateOfBirth: "2014-01-01",
    } as const;
    dogIds.push((await client.mutation(api.dogs.dogs.create, { kennelId, today: TODAY, ...fields }))._id);
  }
  const records = dogIds.flatMap((dogId, dog) =>
    Array.from({ length: RECORDS_PER_DOG }, (_, number) => async () => {
      const dateRecorded = addDays(TODAY, -((number * 37 + dog * 13) % DAYS));
      await client.mutation(api.health.healthRecords.create, {
        dogId,
        recordType: HEALTH_RECORD_TYPES[(number + dog) % HEALTH_RECORD_TYPES.length] ?? "other",
        title: `Annual check ${number}`,
        description: "Heart and lungs normal, coat and eyes clear, weight as it should be",
        dateRecorded,
        veterinarian: "Dr. Lee",
        vetClinic: "Oak Hill Animal Clinic",
        diagnosis: number === 7 && dog % 50 === 0 ? "Panosteitis" : "Healthy",
        costCents: 8550,
        ...(number % 8 === 0 && { followUpDate: addDays(dateRecorded, 30) }),
        today: TODAY,
      });
    }),
  );
  const doses = dogIds.flatMap((dogId, dog) =>
    Array.from({ length: DOSES_PER_DOG }, (_, number) => async () => {
      await client.mutation(api.vaccinations.immunizations.create, {
        dogId,
        vaccineName: VACCINES[number % VACCINES.length] ?? "Rabies",
        vaccineType: "Core",
        dateAdministered: addDays(TODAY, -300 - ((number * 61 + dog * 7) % 3000)),
        today: TODAY,
      });
    }),
  );
  await doAll(records);
  await doAll(doses);
  return dogIds;
}

async function timeExport(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  format: HealthExportFormat,
): Promise<number> {
  const start = performance.now();
  const asked = { kennelId, kind: "immunizations", format, today: TODAY } as const;
  const exportId = await client.mutation(api.health.healthExports.start, asked);
  for (;;) {
    const file = await client.query(api.health.healthExports.get, { kennelId, exportId });
    if (file?.state === "ready") return performance.now() - start;
    if (file?.state !== "writing") throw new Error(`The ${format} file of doses was not written`);
    await setTimeout(POLL_MS);
  }
}

export async function measureHealth(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const clientOf = async (name: string) => {
    const client = new ConvexHttpClient(runtime.origin, { logger: false });
    client.setAuth(await tokenOf(name));
    await client.mutation(api.accounts.users.ensure, {});
    const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
    return { client, kennelId: kennel._id };
  };
  const other = await clientOf("neighbour");
  await fill(other.client, other.kennelId, OTHER_DOGS);
  const { client, kennelId } = await clientOf("breeder");
  const [dogId = "" as Id<"dogs">] = await fill(client, kennelId, DOGS); // The first record always exists.
  const records = async (asked: object) =>
    await client.query(api.health.healthRecords.list, { kennelId, limit: 100, ...asked });
  const recordId = (await records({ limit: 1 })).data[0]?._id ?? "";
  const doses = await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 1 });
  const immunizationId = doses.data[0]?._id ?? "";
  const kinds: Record<string, Work> = {
    "records, first page": async () => await records({}),
    "records, page 150 of 200": async () => await records({ page: 150 }),
    "records of a type": async () => await records({ type: "dental" }),
    "records of a dog": async () => await records({ dogId }),
    "records of 40 days": async () => await records({ startDate: "2024-03-15", endDate: "2024-04-24" }),
    "records by a rare word": async () => await records({ search: "panosteitis" }),
    "records by a dog's name": async () => await records({ search: "dog 17 healthy" }),
    "records by a word of all": async () => await records({ search: "healthy" }),
    "records by a word of a twentieth": async () => await records({ search: "11" }),
    "records by two words": async () => await records({ search: "check 37" }),
    dashboard: async () => await client.query(api.health.healthDashboard.get, { kennelId, today: TODAY }),
    statistics: async () =>
      await client.query(api.health.healthDashboard.statistics, { kennelId, today: TODAY }),
    "summary of a dog": async () =>
      await client.query(api.health.healthRecords.summary, { dogId, today: TODAY }),
    "doses, first page": async () =>
      await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 100 }),
    "doses by a word of a fifth": async () =>
      await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 100, search: "rabies" }),
    "schedule, overdue": async () =>
      await client.query(api.vaccinations.vaccinationSchedule.list, {
        kennelId,
        tab: "overdue",
        limit: 100,
        today: TODAY,
      }),
    alerts: async () => await client.query(api.health.healthAlerts.summary, { kennelId, today: TODAY }),
  };
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      // The queries read these data, the newest record and a dose.
      await client.mutation(api.health.healthRecords.update, {
        recordId,
        costCents: 8000 + sample,
        today: TODAY,
      });
      await client.mutation(api.vaccinations.immunizations.update, {
        immunizationId,
        notes: `Sample ${sample}`,
        today: TODAY,
      });
      const start = performance.now();
      await ask();
      if (sample >= 5) timesMs.push(performance.now() - start);
    }
    measured.push({ name: `20,000 health records: ${name}`, timesMs });
  }
  for (const format of HEALTH_EXPORT_FORMATS) {
    measured.push({
      name: `export of 10,000 doses as ${format}`,
      timesMs: [await timeExport(client, kennelId, format)],
    });
  }
  await runtime.stop();
  return measured;
}

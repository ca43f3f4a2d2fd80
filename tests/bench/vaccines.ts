/**
 * Vaccinations in a kennel of 250 dogs with 10,000 doses and 500 bookings. Measures the queries of each health tab,
 * and recording a dose of one dog and of a litter of eight.
 */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const DOGS = 250;
const VACCINES = ["Rabies", "DHPP", "Bordetella", "Lyme Disease", "Leptospirosis"] as const;
const YEARS = 8;
const AT_ONCE = 25;
const BOOKED_EACH = 2;
const TODAY = "2025-12-31";
const LITTER = 8;

async function addDogs(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Id<"dogs">[]> {
  const ids: Id<"dogs">[] = [];
  for (let number = 0; number < DOGS; number += 1) {
    const name = `Bitch ${String(number).padStart(3, "0")} of the Mill`;
    const dog = { name, breed: "Beagle", gender: "female", dateOfBirth: "2016-01-01" } as const;
    ids.push((await client.mutation(api.dogs.dogs.create, { ...dog, kennelId, today: TODAY }))._id);
  }
  return ids;
}

/** Every dog gets every vaccine once a year, each group of dogs on its own day. */
async function vaccinate(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  dogs: readonly Id<"dogs">[],
): Promise<void> {
  for (let year = YEARS; year > 0; year -= 1) {
    for (const [place, vaccineName] of VACCINES.entries()) {
      for (let first = 0; first < dogs.length; first += AT_ONCE) {
        const dateAdministered = addDays(TODAY, -365 * year + place * 31 + first);
        await client.mutation(api.vaccinations.immunizations.createBatch, {
          kennelId,
          dogIds: dogs.slice(first, first + AT_ONCE),
          vaccineName,
          vaccineType: "Core",
          dateAdministered,
          nextDueDate: addDays(dateAdministered, 365),
          veterinarianName: `Dr. ${place}`,
          veterinaryClinic: `Clinic ${first}`,
          batchNumber: `LOT-${year}-${place}-${first}`,
          today: TODAY,
        });
      }
    }
  }
}

async function book(client: ConvexHttpClient, dogs: readonly Id<"dogs">[]): Promise<void> {
  for (const [number, dogId] of dogs.entries()) {
    for (let booking = 0; booking < BOOKED_EACH; booking += 1) {
      await client.mutation(api.vaccinations.vaccinationSchedule.schedule, {
        dogId,
        vaccineName: "Giardia",
        scheduledDate: addDays(TODAY, (number % 90) + booking * 100),
        today: TODAY,
      });
    }
  }
}

/** A dose is saved before each query, so that no cached result is returned. */
export async function measureVaccines(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  const dogs = await addDogs(client, kennelId);
  await vaccinate(client, kennelId, dogs);
  await book(client, dogs);
  const dogAt = (sample: number) => dogs[sample % dogs.length] ?? "";
  const today = TODAY;
  const page = (tab: "overdue" | "due_this_month" | "upcoming" | "completed", number: number) =>
    client.query(api.vaccinations.vaccinationSchedule.list, {
      kennelId,
      today,
      tab,
      page: number,
      limit: 20,
    });
  const kinds: Record<string, (sample: number) => Promise<unknown>> = {
    "doses, the first 100": async () =>
      await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 100 }),
    "doses, a far page of 20": async (sample) =>
      await client.query(api.vaccinations.immunizations.list, {
        kennelId,
        page: 1 + ((sample * 13) % 500),
        limit: 20,
      }),
    "doses of a year": async (sample) =>
      await client.query(api.vaccinations.immunizations.list, {
        kennelId,
        startDate: `${2018 + (sample % 7)}-03-01`,
        endDate: `${2019 + (sample % 7)}-02-28`,
        limit: 100,
      }),
    "doses, searched by dog and vaccine": async (sample) =>
      await client.query(api.vaccinations.immunizations.list, {
        kennelId,
        search: `${String(sample).padStart(3, "0")} rab`,
      }),
    "doses, searched by a batch": async (sample) =>
      await client.query(api.vaccinations.immunizations.list, {
        kennelId,
        search: `LOT-${1 + (sample % YEARS)}-2`,
      }),
    "doses, searched by what most have": async () =>
      await client.query(api.vaccinations.immunizations.list, { kennelId, search: "rabies" }),
    "doses of a dog": async (sample) =>
      await client.query(api.vaccinations.immunizations.list, { kennelId, dogId: dogAt(sample) }),
    "the schedule, what is overdue": async () => await page("overdue", 1),
    "the schedule, a far page of what comes": async (sample) => await page("upcoming", 1 + (sample % 60)),
    "the schedule of a dog": async (sample) =>
      await client.query(api.vaccinations.vaccinationSchedule.list, {
        kennelId,
        today,
        tab: "upcoming",
        dogId: dogAt(sample),
      }),
    "the summary of alerts": async () =>
      await client.query(api.health.healthAlerts.summary, { kennelId, today }),
    "alerts, what is overdue": async () =>
      await client.query(api.health.healthAlerts.overdue, { kennelId, today }),
    "clinics suggested": async () => await client.query(api.health.veterinaryRecords.clinics, { kennelId }),
    "recording a shot of one dog": async (sample) =>
      await client.mutation(api.vaccinations.immunizations.create, {
        dogId: dogAt(sample),
        vaccineName: `Vaccine ${sample}`,
        vaccineType: "Non-Core",
        dateAdministered: TODAY,
        today,
      }),
    "recording one vaccine for eight": async (sample) =>
      await client.mutation(api.vaccinations.immunizations.createBatch, {
        kennelId,
        dogIds: dogs.slice(sample, sample + LITTER),
        vaccineName: `Other ${sample}`,
        vaccineType: "Non-Core",
        dateAdministered: TODAY,
        today,
      }),
  };
  const { data } = await client.query(api.vaccinations.immunizations.list, { kennelId, limit: 1 });
  const immunizationId = data[0]?._id ?? "";
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      await client.mutation(api.vaccinations.immunizations.update, {
        immunizationId,
        notes: `${name} ${sample}`,
        today,
      });
      const start = performance.now();
      await ask(sample);
      timesMs.push(performance.now() - start);
    }
    measured.push({ name, timesMs });
  }
  await runtime.stop();
  return measured;
}

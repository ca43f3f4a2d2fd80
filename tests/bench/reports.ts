/**
 * The reports, the waiting list and a breeding's account with 500 litters and 3,000 puppies in a kennel. Measures
 * the server's time. Some of the queried data is changed before each query, so that no cached result is returned.
 */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const LITTERS = 500;
const PUPPIES_PER_LITTER = 6;
const DAMS = 40;
/** A litter every eleven days: fifteen years of a large kennel. */
const DAYS_BETWEEN = 11;
const TODAY = "2025-12-31";
const APPLICANTS = 50;

interface Filled {
  readonly breedingId: Id<"breedings">;
  readonly puppyId: Id<"puppies">;
}

/** Of each litter, four puppies are sold, one is reserved and one is available. */
async function fill(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Filled> {
  const dog = { kennelId, breed: "Beagle", today: TODAY };
  const sire = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Rex", gender: "male" });
  const damIds: Id<"dogs">[] = [];
  for (let number = 0; number < DAMS; number += 1) {
    const dam = await client.mutation(api.dogs.dogs.create, {
      ...dog,
      name: `Dam ${number}`,
      gender: "female",
    });
    damIds.push(dam._id);
  }
  let last: Filled | null = null;
  for (let number = 0; number < LITTERS; number += 1) {
    const whelpingDate = addDays(TODAY, -60 - DAYS_BETWEEN * (LITTERS - number));
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      kennelId,
      sireId: sire._id,
      damId: damIds[number % DAMS] ?? sire._id,
      breedingDate: addDays(whelpingDate, -63),
      studFeeCents: 100_000,
    });
    const litter = await client.mutation(api.litters.litters.create, {
      breedingId,
      whelpingDate,
      today: TODAY,
    });
    await client.mutation(api.breedings.breedingFinances.create, {
      breedingId,
      kind: "cost",
      category: "whelping",
      amountCents: 40_000,
      bookedOn: whelpingDate,
    });
    for (let order = 1; order <= PUPPIES_PER_LITTER; order += 1) {
      const { _id: puppyId } = await client.mutation(api.litters.puppies.create, {
        litterId: litter._id,
        gender: order % 2 === 0 ? "male" : "female",
      });
      const buyer = { puppyId, buyerName: `Buyer ${number}`, priceCents: 200_000 + order, today: TODAY };
      if (order <= 4) {
        await client.mutation(api.litters.puppies.sell, { ...buyer, saleDate: addDays(whelpingDate, 56) });
      }
      if (last === null || (order === 1 && whelpingDate.startsWith("2024-06")))
        last = { breedingId, puppyId };
    }
  }
  for (let number = 0; number < APPLICANTS; number += 1) {
    await client.mutation(api.litters.waitingList.create, { kennelId, name: `Applicant ${number}` });
  }
  if (!last) throw new Error("No puppy was recorded");
  return last;
}

export async function measureReports(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  const { breedingId, puppyId } = await fill(client, kennelId);
  const applicants = await client.query(api.litters.waitingList.list, { kennelId });
  const applicantId = applicants.active[0]?._id ?? "";
  const kinds: Record<string, () => Promise<unknown>> = {
    statistics: async () => await client.query(api.reports.reports.statistics, { kennelId }),
    "sales of a year": async () => await client.query(api.reports.reports.sales, { kennelId, year: "2024" }),
    "income and costs": async () =>
      await client.query(api.reports.reports.finances, { kennelId, year: "2024" }),
    "a breeding's account": async () =>
      await client.query(api.breedings.breedingFinances.account, { breedingId }),
    "waiting list of 50": async () => await client.query(api.litters.waitingList.list, { kennelId }),
    "who a puppy fits": async () => await client.query(api.litters.waitingList.candidates, { puppyId }),
  };
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      // This changes data that the reports read: a breeding, its account's year, and the list.
      await client.mutation(api.breedings.breedings.update, { breedingId, notes: `Sample ${sample}` });
      await client.mutation(api.litters.puppies.update, { puppyId, priceCents: 200_000 + sample });
      await client.mutation(api.litters.waitingList.update, { applicantId, notes: `Sample ${sample}` });
      const start = performance.now();
      await ask();
      if (sample >= 5) timesMs.push(performance.now() - start);
    }
    measured.push({ name: `500 litters, 3,000 puppies: ${name}`, timesMs });
  }
  await runtime.stop();
  return measured;
}

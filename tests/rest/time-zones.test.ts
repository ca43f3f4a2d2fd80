/**
 * Tests the current day for a REST call that names no day: the kennel's day, in every time zone, a few minutes
 * before and after its midnight.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { instantOf } from "../../domain/dates/zones";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest, type RestAnswer } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";
import { addLitter, addPuppy } from "../support/litters";

const ZONES = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Australia/Adelaide",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "UTC",
  "America/St_Johns",
  "America/Los_Angeles",
  "Pacific/Pago_Pago",
];
const DAY = "2025-06-15";
const YESTERDAY = addDays(DAY, -1);
const TOMORROW = addDays(DAY, 1);

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2025, 5, 1) });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const call = async (method: string, path: string, json?: unknown): Promise<RestAnswer> =>
  await callRest(team.owner.as, method, path, json === undefined ? {} : { json });

const moveKennel = async (timeZone: string) =>
  await team.owner.as.mutation(api.kennels.kennelTimeZones.set, { kennelId: team.kennelId, timeZone });

const dose = (dogId: string, dateAdministered: string, vaccineName = "Rabies") => ({
  dogId,
  vaccineName,
  vaccineType: "Core",
  dateAdministered,
});

/** Tasks are due on the day, the day before and the day after. */
async function fillKennel() {
  const { kennelId, owner } = team;
  const dog = await addDog(owner, kennelId, { name: "Juno", today: "2025-06-01" });
  for (const dueDate of [YESTERDAY, DAY, TOMORROW])
    await call("POST", "/reminders", { kennelId, title: `Due ${dueDate}`, dueDate, type: "grooming" });
  const { litterId } = await addLitter(team, { whelpingDate: "2025-03-05", today: "2025-06-01" });
  const breedingId = await recordBreeding(team, {});
  const known = await call("POST", "/health/immunizations", dose(dog._id, "2025-05-01", "DHPP"));
  return { dogId: dog._id, litterId, breedingId, doseId: known.body.data.id as string };
}

/** Sends a future day in every call. */
async function sendDays(kennel: Awaited<ReturnType<typeof fillKennel>>, day: string) {
  const { kennelId } = team;
  const { _id: puppyId } = await addPuppy(team, kennel.litterId, {});
  const answers = {
    "new dose": await call("POST", "/health/immunizations", dose(kennel.dogId, day)),
    "changed dose": await call("PUT", `/health/immunizations/${kennel.doseId}`, { dateAdministered: day }),
    "new dog": await call("POST", "/dogs", {
      ...{ kennelId, name: `Born ${day}`, breed: "Beagle", gender: "female", dateOfBirth: day },
    }),
    "changed dog": await call("PUT", `/dogs/${kennel.dogId}`, { dateOfBirth: day }),
    "changed litter": await call("PUT", `/litters/${kennel.litterId}`, { whelpingDate: day }),
    "puppy's check": await call("POST", "/puppies/health-checks", { puppyId, checkDate: day, weight: 900 }),
    "puppy's death": await call("PATCH", `/puppies/${puppyId}/status`, { status: "deceased", diedOn: day }),
  };
  return Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));
}

describe.each(ZONES)("the time zone %s", (zone) => {
  it.each(["23:55", "00:05"])(
    "[GAP-API-09] a call without a day uses the kennel's day at %s local time",
    async (time) => {
      const kennel = await fillKennel();
      await moveKennel(zone);
      vi.setSystemTime(instantOf(DAY, time, zone));

      const stats = await call("GET", `/dashboard/stats?kennelId=${team.kennelId}`);
      expect(stats.body.data.reminders.overdue).toBe(1);
      expect((await call("GET", "/dashboard/stats")).body.data).toEqual(stats.body.data);
      const overdue = await call("GET", `/reminders/overdue?kennelId=${team.kennelId}`);
      expect(overdue.body.data.map(({ title }: { title: string }) => title)).toEqual([`Due ${YESTERDAY}`]);

      expect(new Set(Object.values(await sendDays(kennel, TOMORROW)))).toEqual(new Set([400]));
      expect(await sendDays(kennel, DAY)).toEqual({
        "new dose": 201,
        "changed dose": 200,
        "new dog": 201,
        "changed dog": 200,
        "changed litter": 200,
        "puppy's check": 201,
        "puppy's death": 200,
      });

      const ahead = await call("PATCH", `/breeding/${kennel.breedingId}/status`, { status: "planned" });
      expect(ahead.status).toBe(200);
      await call("PUT", `/breeding/${kennel.breedingId}`, { breedingDate: TOMORROW });
      const bred = await call("PATCH", `/breeding/${kennel.breedingId}/status`, { status: "bred" });
      expect(bred.body.data.warnings).toEqual([`The mating date ${TOMORROW} is in the future`]);
      await call("PUT", `/breeding/${kennel.breedingId}`, { breedingDate: DAY });
      const again = await call("PATCH", `/breeding/${kennel.breedingId}/status`, { status: "bred" });
      expect(again.body.data.warnings).toEqual([]);

      const { _id: sold } = await addPuppy(team, kennel.litterId, {});
      const sale = await call("POST", `/puppies/${sold}/sell`, { buyerName: "Jane", price: 900 });
      expect(sale.body.data).toMatchObject({ saleDate: DAY });
    },
  );
});

it("[GAP-API-09] the kennel's day applies to its records even when the caller has another day", async () => {
  const kennel = await fillKennel();
  await moveKennel("Pacific/Kiritimati");
  await team.deployment.run(async (ctx) => {
    await ctx.db.patch("users", team.owner.userId, { timeZone: "Pacific/Pago_Pago" });
  });
  vi.setSystemTime(instantOf(DAY, "00:05", "Pacific/Kiritimati"));
  expect((await call("POST", "/health/immunizations", dose(kennel.dogId, DAY))).status).toBe(201);
  expect((await call("GET", "/dashboard/stats")).body.data.reminders.overdue).toBe(1);
});

it("[GAP-API-09] a kennel without a zone uses its owner's day, and without any zone, every day that has begun somewhere is accepted", async () => {
  const kennel = await fillKennel();
  const setZones = async (own: string | undefined, owners: string | undefined) =>
    await team.deployment.run(async (ctx) => {
      await ctx.db.patch("kennels", team.kennelId, { timeZone: own });
      await ctx.db.patch("users", team.owner.userId, { timeZone: owners });
    });
  await setZones(undefined, "Asia/Tokyo");
  vi.setSystemTime(instantOf(DAY, "23:55", "Asia/Tokyo"));
  expect((await call("POST", "/health/immunizations", dose(kennel.dogId, TOMORROW))).status).toBe(400);
  await setZones(undefined, undefined);
  expect((await call("POST", "/health/immunizations", dose(kennel.dogId, TOMORROW))).status).toBe(201);
  vi.setSystemTime(instantOf(TOMORROW, "00:05", "UTC"));
  expect((await call("GET", "/dashboard/stats")).body.data.reminders.overdue).toBe(2);
});

it("[GAP-API-09] a day named by the caller has priority, and a stranger's call about a record finds nothing", async () => {
  const kennel = await fillKennel();
  await moveKennel("Pacific/Pago_Pago");
  vi.setSystemTime(instantOf(DAY, "23:55", "Pacific/Pago_Pago"));
  const sent = await call("POST", `/health/immunizations?today=${TOMORROW}`, dose(kennel.dogId, TOMORROW));
  expect(sent.status).toBe(201);
  const strange = await callRest(team.stranger.as, "PUT", `/dogs/${kennel.dogId}`, {
    json: { name: "Mine" },
  });
  expect(strange.status).toBe(404);
});

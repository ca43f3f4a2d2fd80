/** The demo data goes through the public functions as it stands: 24 dogs, five generations, nothing refused or doubtful. */
import { describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEMO_BREED, DEMO_COLOR, DEMO_DOGS, DEMO_KENNEL } from "../../scripts/demo-data";
import { readCycle } from "../../domain/heats/cycle";
import {
  DEMO_COURSES,
  DEMO_DOG_WEIGHTS,
  demoDoses,
  toCourseArgs,
  toWeightArgs,
} from "../../scripts/demo-care";
import { DEMO_HEALTH_TESTS, toHealthTestArgs } from "../../scripts/demo-health-tests";
import { DEMO_HEATS, toHeatArgs } from "../../scripts/demo-heats";
import { DEMO_RECORDS, followedUpOn, toRecordArgs } from "../../scripts/demo-records";
import { HEALTH_RECORD_TYPES } from "../../domain/health/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { DEMO_BOOKINGS, DEMO_DOSES, DEMO_VETERINARIANS, toDoseArgs } from "../../scripts/demo-vaccines";
import { DEMO_BREEDINGS, DEMO_STUDS, matedOn, type DemoBreeding } from "../../scripts/demo-breedings";
import { demoPuppies, demoStanding, demoWeights } from "../../scripts/demo-litters";
import { DEMO_APPLICANTS, DEMO_CONTACTS, toApplicantArgs } from "../../scripts/demo-people";
import { firstKennelOf, signIn, startDeployment, type Person } from "../support/backend";

const TODAY = "2026-11-21";

describe("the demo", () => {
  it("is accepted dog by dog, without a warning", async () => {
    const owner = await signIn(startDeployment(), "owner@example.com");
    const kennelId = await firstKennelOf(owner);
    await owner.as.mutation(api.kennels.kennels.update, { kennelId, ...DEMO_KENNEL });
    const ids = new Map<string, string>();
    for (const { key, sire, dam, ...fields } of DEMO_DOGS) {
      const parents = { sireId: ids.get(sire ?? ""), damId: ids.get(dam ?? "") };
      const common = {
        kennelId,
        breed: DEMO_BREED,
        color: DEMO_COLOR,
        isBreedingDog: fields.breedingRights !== "none",
      };
      const saved = await owner.as.mutation(api.dogs.dogs.create, {
        ...common,
        ...fields,
        ...parents,
        today: TODAY,
      });
      expect(saved.warnings, key).toEqual([]);
      expect([saved.sire !== null, saved.dam !== null], key).toEqual([sire !== undefined, dam !== undefined]);
      ids.set(key, saved._id);
    }
    expect(await owner.as.query(api.dashboard.dashboard.stats, { kennelId, today: TODAY })).toMatchObject({
      dogs: { total: 24 },
    });
    await addBreedings(owner, kennelId, ids);
    for (const applicant of DEMO_APPLICANTS) {
      await owner.as.mutation(api.litters.waitingList.create, {
        kennelId,
        ...toApplicantArgs(applicant, TODAY),
      });
    }
    const { active } = await owner.as.query(api.litters.waitingList.list, { kennelId });
    expect(active.map(({ name }) => name)).toEqual(DEMO_APPLICANTS.map(({ name }) => name));
    for (const contact of DEMO_CONTACTS)
      await owner.as.mutation(api.contacts.contacts.create, { kennelId, ...contact });
    await addHeats(owner, kennelId, ids);
    await addHealthTests(owner, ids);
    await addVaccinations(owner, kennelId, ids);
    await addCare(owner, kennelId, ids);
    await addRecords(owner, kennelId, ids);
  });

  /** The breedings, too, raise no doubt, and stand where the data says. */
  async function addBreedings(owner: Person, kennelId: string, dogs: Map<string, string>) {
    for (const { key, ...stud } of DEMO_STUDS) {
      const fields = { ...stud, kennelId, breed: DEMO_BREED, gender: "male" } as const;
      dogs.set(key, (await owner.as.mutation(api.dogs.dogs.createExternal, fields))._id);
    }
    for (const breeding of DEMO_BREEDINGS) {
      const { key, sire, dam, mated: _, status, litter, checks: __, ...fields } = breeding;
      const saved = await owner.as.mutation(api.breedings.breedings.create, {
        ...fields,
        kennelId,
        sireId: dogs.get(sire) ?? "",
        damId: dogs.get(dam) ?? "",
        breedingDate: matedOn(breeding, TODAY),
      });
      const breedingId = saved._id;
      expect(saved.warnings, key).toEqual([]);
      if (litter) {
        const born = await owner.as.mutation(api.litters.litters.create, {
          breedingId,
          today: TODAY,
          ...litter,
        });
        expect(born.warnings, key).toEqual([]);
        await addPuppies(owner, born._id, breeding);
      }
      const { warnings } = await owner.as.mutation(api.breedings.breedings.setStatus, {
        breedingId,
        status,
        today: TODAY,
      });
      expect(warnings, key).toEqual([]);
    }
    const { counts } = await owner.as.query(api.breedings.breedings.list, { kennelId });
    expect(counts).toEqual({ planned: 2, bred: 1, confirmed: 1, whelped: 1, completed: 5, failed: 2 });
  }

  /** The puppies have the litter's numbers, and each goes its way without a refusal. */
  async function addPuppies(owner: Person, litterId: string, { key, status, litter }: DemoBreeding) {
    if (!litter) return;
    const isNewest = status === "whelped";
    for (const [index, puppy] of demoPuppies(litter, key).entries()) {
      const { _id: puppyId } = await owner.as.mutation(api.litters.puppies.create, { litterId, ...puppy });
      const weights = isNewest ? demoWeights(litter, puppy, index, TODAY) : [];
      for (const [day, weight] of weights.entries()) {
        const entry = { puppyId, ...weight, entryKey: `${puppyId}-${day}` };
        expect(await owner.as.mutation(api.litters.puppyWeights.add, entry)).toMatchObject({
          outcome: "stored",
        });
      }
      const { status: standing, on, ...buyer } = demoStanding(litter, index, isNewest);
      const sale = { puppyId, today: TODAY, ...buyer };
      if (standing === "reserved") await owner.as.mutation(api.litters.puppies.reserve, sale);
      if (standing === "sold") await owner.as.mutation(api.litters.puppies.sell, { ...sale, saleDate: on });
    }
    const entry = await owner.as.query(api.litters.litters.get, { litterId });
    expect(entry, key).toMatchObject(litter);
    expect(entry.puppies, key).toHaveLength(litter.numberAlive);
  }

  /** The heats fit the breedings: of each mating that was timed, the readings had recommended the day. */
  async function addHeats(owner: Person, kennelId: string, dogs: Map<string, string>) {
    for (const heat of DEMO_HEATS) {
      const dogId = dogs.get(heat.dog) ?? "";
      await owner.as.mutation(api.heats.heats.add, { dogId, today: TODAY, ...toHeatArgs(heat, TODAY) });
    }
    const overview = await owner.as.query(api.heats.heats.overview, { kennelId, today: TODAY });
    expect(overview.inHeat.map(({ dog }) => dog.callName)).toEqual(["Klara"]);
    expect(overview.next.length).toBeGreaterThanOrEqual(4);
    for (const key of ["maple", "nova", "opal", "linnea"]) {
      const log = await owner.as.query(api.heats.heats.ofDog, { dogId: dogs.get(key) ?? "" });
      for (const { startOn, readings, matings } of log?.heats ?? []) {
        const { bestMating } = readCycle(startOn, readings);
        for (const { breedingDate } of bestMating ? matings : []) {
          expect(breedingDate >= (bestMating?.from ?? ""), key).toBe(true);
          expect(breedingDate <= (bestMating?.to ?? ""), key).toBe(true);
        }
      }
    }
  }

  /** The tests are as the catalogue knows them, and a planned pair of carriers is found out. */
  async function addHealthTests(owner: Person, dogs: Map<string, string>) {
    for (const test of DEMO_HEALTH_TESTS) {
      const dogId = dogs.get(test.dog) ?? "";
      await owner.as.mutation(api.health.healthTests.create, {
        dogId,
        today: TODAY,
        ...toHealthTestArgs(test, TODAY),
      });
    }
    const pair = { dogId: dogs.get("maple") ?? "", sireId: dogs.get("falk") ?? "", today: TODAY };
    const advice = await owner.as.query(api.breedings.breedings.compatibility, pair);
    expect(advice?.findings.map(({ code }) => code)).toContain("dna_cross");
  }

  /** The doses leave something to do on every tab, and nobody is without a veterinarian who is named. */
  async function addVaccinations(owner: Person, kennelId: string, dogs: Map<string, string>) {
    const idOf = (key: string) => dogs.get(key) ?? "";
    for (const dose of DEMO_DOSES) {
      const args = { dogId: idOf(dose.dog), today: TODAY, ...toDoseArgs(dose, TODAY) };
      await owner.as.mutation(api.vaccinations.immunizations.create, args);
    }
    for (const { dog, ...veterinarian } of DEMO_VETERINARIANS) {
      await owner.as.mutation(api.health.veterinaryRecords.create, { dogId: idOf(dog), ...veterinarian });
    }
    for (const { dog, vaccineName, daysAhead } of DEMO_BOOKINGS) {
      const booking = { vaccineName, scheduledDate: addDays(TODAY, daysAhead), today: TODAY };
      await owner.as.mutation(api.vaccinations.vaccinationSchedule.schedule, {
        dogId: idOf(dog),
        ...booking,
      });
    }
    const alerts = await owner.as.query(api.health.healthAlerts.summary, { kennelId, today: TODAY });
    expect(alerts).toMatchObject({ overdueVaccines: 2, activeReminders: 3, critical: { count: 1 } });
    expect(alerts.dueSoon).toBeGreaterThan(3);
  }

  /** Weights and doses are taken as they stand, each once, and somebody is under medication today. */
  async function addCare(owner: Person, kennelId: string, dogs: Map<string, string>) {
    for (const weights of DEMO_DOG_WEIGHTS) {
      for (const weight of toWeightArgs(weights, TODAY)) {
        const entry = { dogId: dogs.get(weights.dog) ?? "", today: TODAY, ...weight };
        expect(await owner.as.mutation(api.health.dogWeights.add, entry), weights.dog).toBe("stored");
      }
    }
    for (const course of DEMO_COURSES) {
      const dogId = dogs.get(course.dog) ?? "";
      const { _id: courseId } = await owner.as.mutation(api.health.medications.start, {
        dogId,
        ...toCourseArgs(course, TODAY),
      });
      for (const [index, dose] of demoDoses(course, TODAY).entries()) {
        const entry = { dogId, courseId, today: TODAY, entryKey: `demo-${courseId}-${index}`, ...dose };
        expect(await owner.as.mutation(api.health.medications.giveOne, entry), course.drug).toMatchObject({
          outcome: "stored",
        });
      }
    }
    const due = await owner.as.query(api.health.medications.due, { kennelId, today: TODAY });
    expect(due.map(({ dog }) => dog.callName).sort()).toEqual(["Klara", "Maple", "Pike"]);
  }

  /** The records are of every type and of dogs that were born; follow-ups are to come, late and done. */
  async function addRecords(owner: Person, kennelId: string, dogs: Map<string, string>) {
    const born = new Map(DEMO_DOGS.map(({ key, dateOfBirth }) => [key, dateOfBirth]));
    for (const record of DEMO_RECORDS) {
      const dogId = dogs.get(record.dog) ?? "";
      const args = { dogId, today: TODAY, ...toRecordArgs(record, TODAY) };
      expect(args.dateRecorded > (born.get(record.dog) ?? "9"), record.title).toBe(true);
      const { _id: recordId } = await owner.as.mutation(api.health.healthRecords.create, args);
      const doneOn = followedUpOn(record, TODAY);
      if (doneOn === null) continue;
      await owner.as.mutation(api.health.healthRecords.setFollowUpDone, { recordId, doneOn, today: TODAY });
    }
    expect(new Set(DEMO_RECORDS.map(({ recordType }) => recordType)).size).toBe(HEALTH_RECORD_TYPES.length);
    const board = await owner.as.query(api.health.healthDashboard.get, { kennelId, today: TODAY });
    expect(board.overdueFollowUps.map(({ title }) => title)).toEqual(["Puppy exam, 7 weeks"]);
    expect(board.upcomingFollowUps.map(({ title }) => title)).toEqual([
      "Pregnancy ultrasound",
      "Lameness, hind legs",
      "Ear infection, right ear",
      "Puppy exam, 7 weeks",
    ]);
  }

  it("spans five generations", () => {
    const generations = new Map<string, number>();
    for (const { key, sire, dam } of DEMO_DOGS) {
      const parents = [sire, dam].map((parent) => generations.get(parent ?? "") ?? 0);
      generations.set(key, Math.max(...parents) + 1);
    }
    expect(Math.max(...generations.values())).toBe(5);
  });
});

/**
 * Tests a field of every type that is added only to the description of a kind of record. described-fields.test.ts
 * tests dogs, which can also be imported.
 */
import { strFromU8, unzipSync } from "fflate";
import papa from "papaparse";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { HistoryTable } from "../../domain/history/tables.gen";
import { fieldInWords, valueInWords } from "../../domain/history/words";
import { HEALTH_TEST_FIELDS, COURSE_FIELDS } from "../../domain/health/record";
import { READING_FIELDS } from "../../domain/heats/record";
import { valuesIn } from "../../domain/records/record";
import { ADDED, FIRST, MORE_SAMPLES, NOTHING, SECOND } from "../../domain/records/testing/more-fields";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { addLitter } from "../support/litters";

vi.mock(import("../../domain/litters/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), ["PUPPY_FIELDS", "PUPPY_FORM_FIELDS", "APPLICANT_FIELDS"]);
});

vi.mock(import("../../domain/vaccinations/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), ["BOOKING_FIELDS", "BOOKING_RECORD", "DOSE_FIELDS"]);
});

vi.mock(import("../../domain/breedings/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), ["BREEDING_FIELDS", "BREEDING_RECORD"]);
});

vi.mock(import("../../domain/health/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), [
    "HEALTH_TEST_FIELDS",
    "COURSE_FIELDS",
    "VETERINARIAN_FIELDS",
  ]);
});

vi.mock(import("../../domain/heats/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), ["HEAT_FIELDS", "READING_FIELDS"]);
});

vi.mock(import("../../domain/reminders/record"), async (importOriginal) => {
  const { withMoreFields } = await import("../../domain/records/testing/more-fields");
  return withMoreFields(await importOriginal(), ["REMINDER_FIELDS", "REMINDER_RECORD", "REPEATED_FIELDS"]);
});

/** Returns an empty text before there is a dog. */
const onlyDogOf = async ({ owner, kennelId }: Team): Promise<string> =>
  (await owner.as.query(api.dogs.dogs.list, { kennelId })).data[0]?._id ?? "";

const coursesOf = async (of: Team) =>
  (await of.owner.as.query(api.health.medications.ofDog, { dogId: await onlyDogOf(of), today: TODAY })) ?? [];

const testsOf = async (of: Team) =>
  (await of.owner.as.query(api.health.healthTests.list, { dogId: await onlyDogOf(of) })) ?? [];

const readingsOf = async (of: Team) => {
  const log = await of.owner.as.query(api.heats.heats.ofDog, { dogId: await onlyDogOf(of) });
  return log?.heats.flatMap(({ readings }) => readings) ?? [];
};

interface Saved {
  readonly _id: string;
  /** Undefined when the result has no version. */
  readonly updatedAt?: number;
}

/** The types of these operations do not include the added fields. */
interface Kind {
  readonly table: HistoryTable;
  /** Creates the records that this record needs. Returns the fields to create the record with. */
  readonly prepare: (team: Team) => Promise<object>;
  readonly create: (team: Team, fields: object) => Promise<Saved>;
  readonly update: (team: Team, id: string, fields: object) => Promise<Saved>;
  readonly remove: (team: Team, id: string) => Promise<unknown>;
  /** Whether deletion only cancels the record. A cancellation can be undone. */
  readonly isCanceled?: boolean;
  readonly list: (team: Team) => Promise<readonly Saved[]>;
  /** Undefined for a form that does not merge the changes of two people. */
  readonly editsSince?: (team: Team, id: string, since: number) => Promise<readonly { fields: string[] }[]>;
  /** Changes another field. Set for a kind without notes. */
  readonly otherChange?: object;
  readonly file: string;
  /** The REST paths that create and read the record. A kind that REST only lists cannot be changed there. */
  readonly rest?: { readonly path: string; readonly schema: string; readonly listedAt?: string };
}

const KINDS: readonly Kind[] = [
  {
    table: "puppies",
    prepare: async (team) => ({ litterId: (await addLitter(team)).litterId }),
    create: async (team, fields) =>
      await team.owner.as.mutation(api.litters.puppies.create, { litterId: "", ...fields }),
    update: async (team, puppyId, fields) =>
      await team.owner.as.mutation(api.litters.puppies.update, { puppyId, ...fields }),
    remove: async (team, puppyId) => await team.owner.as.mutation(api.litters.puppies.remove, { puppyId }),
    list: async (team) =>
      (await team.owner.as.query(api.litters.puppies.list, { kennelId: team.kennelId })).data,
    editsSince: async (team, puppyId, since) =>
      (await team.owner.as.query(api.litters.puppies.editsSince, { puppyId, since })) ?? [],
    file: "puppies.csv",
    rest: { path: "/puppies", schema: "Puppy" },
  },
  {
    table: "breedings",
    prepare: async ({ owner, kennelId }) => ({
      sireId: (await addDog(owner, kennelId, { name: "Rex", gender: "male" }))._id,
      damId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      breedingDate: "2025-01-01",
    }),
    create: async ({ owner, kennelId }, fields) =>
      await owner.as.mutation(api.breedings.breedings.create, {
        ...{ kennelId, sireId: "", damId: "", breedingDate: "" },
        ...fields,
      }),
    update: async ({ owner }, breedingId, fields) =>
      await owner.as.mutation(api.breedings.breedings.update, { breedingId, ...fields }),
    remove: async ({ owner }, breedingId) =>
      await owner.as.mutation(api.breedings.breedings.remove, { breedingId }),
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.breedings.breedings.list, { kennelId })).data,
    editsSince: async ({ owner }, breedingId, since) =>
      (await owner.as.query(api.breedings.breedings.editsSince, { breedingId, since })) ?? [],
    file: "breedings.csv",
    rest: { path: "/breeding", schema: "Breeding" },
  },
  {
    table: "heats",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      startOn: "2025-06-01",
    }),
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.heats.heats.add, {
        ...{ dogId: "", startOn: "", today: TODAY },
        ...fields,
      }),
    update: async ({ owner }, heatId, fields) =>
      await owner.as.mutation(api.heats.heats.update, { heatId, today: TODAY, ...fields }),
    remove: async ({ owner }, heatId) => await owner.as.mutation(api.heats.heats.remove, { heatId }),
    list: async ({ owner, kennelId }) => {
      const { data: dogs } = await owner.as.query(api.dogs.dogs.list, { kennelId });
      const log = dogs[0] && (await owner.as.query(api.heats.heats.ofDog, { dogId: dogs[0]._id }));
      return log?.heats ?? [];
    },
    editsSince: async ({ owner }, heatId, since) =>
      (await owner.as.query(api.heats.heats.editsSince, { heatId, since })) ?? [],
    file: "heats.csv",
  },
  {
    table: "progesteroneReadings",
    prepare: async ({ owner, kennelId }) => {
      const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
      const heat = { dogId, startOn: "2025-06-01", today: TODAY };
      const { _id: heatId } = await owner.as.mutation(api.heats.heats.add, heat);
      return { heatId, takenOn: "2025-06-10", value: 2.5, unit: "ng/mL" };
    },
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.heats.heats.addProgesterone, {
        ...{ heatId: "", takenOn: "", value: 0, unit: "", today: TODAY },
        ...fields,
      }),
    update: async (of, readingId, fields) => {
      const [reading] = await readingsOf(of);
      if (!reading) throw new Error("no reading");
      const whole = { heatId: reading.heatId, ...valuesIn(READING_FIELDS, reading), ...fields };
      const args = { readingId, today: TODAY, ...whole };
      return await of.owner.as.mutation(api.heats.heats.updateProgesterone, args);
    },
    remove: async (of, readingId) => {
      const [reading] = await readingsOf(of);
      const args = { readingId, heatId: reading?.heatId ?? "" };
      return await of.owner.as.mutation(api.heats.heats.removeProgesterone, args);
    },
    list: readingsOf,
    otherChange: { laboratory: "VetLab" },
    file: "progesterone.csv",
  },
  {
    table: "immunizations",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      ...{ vaccineName: "Rabies", vaccineType: "Core", dateAdministered: "2025-06-01" },
    }),
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.vaccinations.immunizations.create, {
        ...{ vaccineName: "", vaccineType: "", dateAdministered: "", today: TODAY },
        ...fields,
      }),
    update: async ({ owner }, immunizationId, fields) =>
      await owner.as.mutation(api.vaccinations.immunizations.update, {
        ...{ immunizationId, today: TODAY },
        ...fields,
      }),
    remove: async ({ owner }, immunizationId) =>
      await owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId }),
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.vaccinations.immunizations.list, { kennelId })).data,
    editsSince: async ({ owner }, immunizationId, since) =>
      await owner.as.query(api.vaccinations.immunizations.editsSince, { immunizationId, since }),
    file: "immunizations.csv",
    rest: { path: "/health/immunizations", schema: "Immunization" },
  },
  {
    table: "scheduledVaccinations",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      ...{ vaccineName: "Rabies", scheduledDate: "2025-07-01" },
    }),
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.vaccinations.vaccinationSchedule.schedule, {
        ...{ vaccineName: "", scheduledDate: "", today: TODAY },
        ...fields,
      }),
    update: async ({ owner }, scheduledVaccinationId, fields) =>
      await owner.as.mutation(api.vaccinations.vaccinationSchedule.update, {
        ...{ scheduledVaccinationId, today: TODAY },
        ...fields,
      }),
    remove: async ({ owner }, scheduledVaccinationId) =>
      await owner.as.mutation(api.vaccinations.vaccinationSchedule.cancel, { scheduledVaccinationId }),
    isCanceled: true,
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.vaccinations.vaccinationSchedule.listScheduled, { kennelId })).data,
    editsSince: async ({ owner }, scheduledVaccinationId, since) =>
      await owner.as.query(api.vaccinations.vaccinationSchedule.editsSince, {
        scheduledVaccinationId,
        since,
      }),
    file: "scheduled-vaccinations.csv",
    rest: {
      path: "/health/schedule-vaccination",
      schema: "ScheduledVaccination",
      listedAt: "/health/scheduled-vaccinations",
    },
  },
  {
    table: "veterinaryRecords",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      ...{ veterinarianName: "Dr. Lee", veterinaryClinic: "Hillside" },
    }),
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.health.veterinaryRecords.create, {
        ...{ dogId: "", veterinarianName: "", veterinaryClinic: "" },
        ...fields,
      }),
    update: async ({ owner }, veterinaryRecordId, fields) =>
      await owner.as.mutation(api.health.veterinaryRecords.update, { veterinaryRecordId, ...fields }),
    remove: async ({ owner }, veterinaryRecordId) =>
      await owner.as.mutation(api.health.veterinaryRecords.remove, { veterinaryRecordId }),
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.health.veterinaryRecords.list, { kennelId })).data,
    editsSince: async ({ owner }, veterinaryRecordId, since) =>
      await owner.as.query(api.health.veterinaryRecords.editsSince, { veterinaryRecordId, since }),
    file: "veterinarians.csv",
    rest: { path: "/health/veterinary-records", schema: "VeterinaryRecord" },
  },
  {
    table: "medicationCourses",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      ...{ drug: "Meloxicam", doseAmount: 5, doseUnit: "mg", startOn: "2025-06-01" },
      schedule: { type: "as_needed" },
    }),
    create: async (team, fields) => {
      await team.owner.as.mutation(api.health.medications.start, {
        ...{
          dogId: "",
          drug: "",
          doseAmount: 0,
          doseUnit: "mg",
          startOn: "",
          schedule: { type: "as_needed" },
        },
        ...fields,
      });
      return (await coursesOf(team))[0] as Saved; // The only record.
    },
    update: async (team, courseId, fields) => {
      const [course] = await coursesOf(team);
      if (!course) throw new Error("no course");
      const { dogId, schedule } = course;
      const whole = { dogId, schedule, ...valuesIn(COURSE_FIELDS, course), ...fields };
      await team.owner.as.mutation(api.health.medications.update, { courseId, ...whole });
      return (await coursesOf(team))[0] as Saved; // The only record.
    },
    remove: async (of, courseId) =>
      await of.owner.as.mutation(api.health.medications.remove, { courseId, dogId: await onlyDogOf(of) }),
    list: coursesOf,
    file: "medications.csv",
  },
  {
    table: "healthTests",
    prepare: async ({ owner, kennelId }) => ({
      dogId: (await addDog(owner, kennelId, { name: "Bella" }))._id,
      ...{ kind: "ofa_hips", testedOn: "2025-06-01", result: { type: "grade", grade: "good" } },
    }),
    create: async ({ owner }, fields) =>
      await owner.as.mutation(api.health.healthTests.create, {
        ...{ dogId: "", kind: "ofa_hips", testedOn: "", result: { type: "grade", grade: "" }, today: TODAY },
        ...fields,
      }),
    update: async (of, testId, fields) => {
      const [test] = await testsOf(of);
      if (!test) throw new Error("no test");
      const { dogId, result } = test;
      const whole = { dogId, result, ...valuesIn(HEALTH_TEST_FIELDS, test), ...fields };
      return await of.owner.as.mutation(api.health.healthTests.update, { testId, today: TODAY, ...whole });
    },
    remove: async (of, testId) =>
      await of.owner.as.mutation(api.health.healthTests.remove, { testId, dogId: await onlyDogOf(of) }),
    list: testsOf,
    file: "health-tests.csv",
  },
  {
    table: "waitingList",
    prepare: async () => ({ name: "Anna" }),
    create: async ({ owner, kennelId }, fields) =>
      await owner.as.mutation(api.litters.waitingList.create, { kennelId, name: "", ...fields }),
    update: async ({ owner }, applicantId, fields) =>
      await owner.as.mutation(api.litters.waitingList.update, { applicantId, ...fields }),
    remove: async ({ owner }, applicantId) =>
      await owner.as.mutation(api.litters.waitingList.remove, { applicantId }),
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.litters.waitingList.list, { kennelId })).active,
    file: "waiting-list.csv",
  },
  {
    table: "reminders",
    prepare: async () => ({ title: "Worming", dueDate: TODAY }),
    create: async ({ owner, kennelId }, fields) =>
      await owner.as.mutation(api.reminders.reminders.create, {
        ...{ kennelId, title: "", dueDate: "" },
        ...fields,
      }),
    update: async ({ owner }, reminderId, fields) =>
      await owner.as.mutation(api.reminders.reminders.update, { reminderId, ...fields }),
    remove: async ({ owner }, reminderId) =>
      await owner.as.mutation(api.reminders.reminders.remove, { reminderId }),
    list: async ({ owner, kennelId }) =>
      (await owner.as.query(api.reminders.reminders.list, { kennelId, today: TODAY })).data,
    editsSince: async ({ owner }, reminderId, since) =>
      await owner.as.query(api.reminders.reminders.editsSince, { reminderId, since }),
    otherChange: { description: "Later" },
    file: "reminders.csv",
    rest: { path: "/reminders", schema: "Reminder" },
  },
];

// Code generation writes these modules from the descriptions.
vi.mock("../../domain/history/records.gen", async () => {
  const { historyRecords } = await import("../../scripts/table-words");
  return { HISTORY_RECORDS: historyRecords() };
});

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

it("each kind has a sample of each field", () => {
  expect(MORE_SAMPLES.map(({ name }) => name)).toEqual(ADDED);
});

it("a field is copied from a reminder to the next one of its series", async () => {
  const { as } = team.owner;
  const { kennelId } = team;
  const recurring = { frequency: "weekly" };
  const first = { kennelId, title: "Worming", dueDate: TODAY, recurring, ...FIRST };
  const { _id } = await as.mutation(api.reminders.reminders.create, first);
  const change = { reminderId: _id, isWholeSeries: true, ...SECOND };
  await as.mutation(api.reminders.reminders.update, change);
  await as.mutation(api.reminders.reminders.complete, { reminderId: _id, today: TODAY });
  const { data } = await as.query(api.reminders.reminders.list, { kennelId, tab: "pending", today: TODAY });
  expect(data).toMatchObject([{ title: "Worming", ...SECOND }]);
});

describe.each(KINDS)("an added field of every type of $table", ({ table, rest, ...kind }) => {
  const create = async (fields: object) =>
    await kind.create(team, { ...(await kind.prepare(team)), ...fields });
  const stored = async () => (await kind.list(team))[0];
  const historyOf = async (recordId: string) =>
    (
      await team.owner.as.query(api.history.history.ofRecord, {
        ...{ kennelId: team.kennelId, table, recordId, now: Date.now() },
        paginationOpts: { numItems: 20, cursor: null },
      })
    ).page;

  it("is stored, read, changed and cleared", async () => {
    const { _id } = await create({});
    expect(await stored()).toMatchObject(NOTHING);
    expect(await kind.update(team, _id, FIRST)).toMatchObject(FIRST);
    expect(await kind.update(team, _id, SECOND)).toMatchObject(SECOND);
    expect(await stored()).toMatchObject(SECOND);
    expect(await kind.update(team, _id, kind.otherChange ?? { notes: "Later" })).toMatchObject(SECOND);
    expect(await kind.update(team, _id, NOTHING)).toMatchObject(NOTHING);
  });

  it("is in the history, can be undone and is listed as an edit", async () => {
    const { _id, updatedAt = 0 } = await create(FIRST);
    await kind.update(team, _id, SECOND);
    const [change] = await historyOf(_id);
    expect(change?.fields).toEqual(
      MORE_SAMPLES.map(({ name, first, second }) => ({ name, before: first, after: second })),
    );
    for (const { name, label, second, inWords } of MORE_SAMPLES) {
      expect(fieldInWords(table, name)).toBe(label);
      expect(valueInWords(table, name, second)).toBe(inWords);
    }
    if (kind.editsSince) expect((await kind.editsSince(team, _id, updatedAt))[0]?.fields).toEqual(ADDED);
    const undo = { kennelId: team.kennelId, changeId: change?._id ?? "", today: TODAY };
    expect(await team.owner.as.mutation(api.history.history.undo, undo)).toEqual({
      restored: MORE_SAMPLES.map(({ label }) => label),
      kept: [],
    });
    expect(await stored()).toMatchObject(FIRST);
  });

  it("is restored with a deleted record", async () => {
    const { _id } = await create(SECOND);
    await kind.remove(team, _id);
    expect(await stored()).toBeUndefined();
    const [deletion] = await historyOf(_id);
    const args = { kennelId: team.kennelId, changeId: deletion?._id ?? "" };
    if (kind.isCanceled) await team.owner.as.mutation(api.history.history.undo, { ...args, today: TODAY });
    else await team.owner.as.mutation(api.history.history.bringBack, args);
    expect(await stored()).toMatchObject(SECOND);
  });

  it("is exported in every format", async () => {
    await create(SECOND);
    const exported = async (format: string) => {
      const query = `kennelId=${team.kennelId}&format=${format}&today=${TODAY}`;
      const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
      return new Uint8Array(await response.arrayBuffer());
    };
    expect(JSON.parse(strFromU8(await exported("json"))).data[table]).toMatchObject([SECOND]);
    const csv = strFromU8(unzipSync(await exported("csv"))[kind.file] ?? new Uint8Array());
    const [head = [], row = []] = papa.parse<string[]>(csv.replace("\uFEFF", "")).data;
    const cellOf = Object.fromEntries(head.map((name, index) => [name, row[index]]));
    expect(cellOf).toMatchObject(Object.fromEntries(MORE_SAMPLES.map(({ column }) => column)));
    const sheets = Object.values(unzipSync(await exported("xlsx"))).map((bytes) => strFromU8(bytes));
    for (const { column } of MORE_SAMPLES) expect(sheets.join("")).toContain(column[0]);
  });

  it("is in a backup, and is restored from it", async () => {
    await create(SECOND);
    const backupId = await madeBackup(team);
    await wipe(team);
    expect(await stored()).toBeUndefined();
    await restored(team, backupId, "exact");
    expect(await stored()).toMatchObject(SECOND);
  });

  if (rest === undefined) return;
  const sent = (at: 1 | 2) => Object.fromEntries(MORE_SAMPLES.map(({ rest: of }) => [of[0], of[at]]));

  it("is written and read over REST", async () => {
    const json = { ...(await kind.prepare(team)), ...sent(1) };
    const { status, body } = await callRest(team.owner.as, "POST", rest.path, { json });
    expect([status, body.data]).toMatchObject([201, sent(1)]);
    expect(await stored()).toMatchObject(FIRST);
    if (rest.listedAt !== undefined) {
      const { body: listed } = await callRest(team.owner.as, "GET", rest.listedAt);
      expect(listed.data.data).toMatchObject([sent(1)]);
      return;
    }
    const path = `${rest.path}/${body.data.id}`;
    await callRest(team.owner.as, "PUT", path, { json: sent(2) });
    expect((await callRest(team.owner.as, "GET", path)).body.data).toMatchObject(sent(2));
    expect(await stored()).toMatchObject(SECOND);
  });

  it("is refused over REST with its message", async () => {
    const needed = await kind.prepare(team);
    for (const { rest: of, wrong, message } of MORE_SAMPLES) {
      const json = { ...needed, [of[0]]: wrong };
      const { status, body } = await callRest(team.owner.as, "POST", rest.path, { json });
      expect([status, body.errors]).toEqual([400, { [of[0]]: message }]);
    }
  });

  it("is in the OpenAPI document, in requests and responses", async () => {
    const { body } = await callRest(team.owner.as, "GET", "/openapi.json");
    const { properties, required } = body.components.schemas[rest.schema];
    const names = MORE_SAMPLES.map(({ rest: of }) => of[0]);
    expect(required).toEqual(expect.arrayContaining(names));
    expect(properties).toMatchObject({
      earTag: { type: ["string", "null"], example: "B12" },
      gradedOn: { type: ["string", "null"], description: "Calendar day, YYYY-MM-DD" },
      scannedAt: { type: ["string", "null"], format: "date-time" },
      bundleWeight: { type: ["number", "null"], description: "Grams" },
      temper: { type: ["string", "null"], enum: ["calm", "lively", null] },
      fee: { type: ["number", "null"], description: "US dollars" },
    });
    const schema = body.paths[`/api${rest.path}`].post.requestBody.content["application/json"].schema;
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(names));
  });
});

/** Tests the validation of the described kinds. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../../domain/text/rules";
import { APPLICANT_FIELDS } from "../../domain/litters/record";
import { BOOKING_FIELDS } from "../../domain/vaccinations/record";
import type { Field, Fields } from "../../domain/records/fields";
import { HEALTH_TEST_FIELDS, COURSE_FIELDS, VETERINARIAN_FIELDS } from "../../domain/health/record";
import { READING_FIELDS } from "../../domain/heats/record";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
let dogId: string;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId))._id;
});
afterEach(() => vi.useRealTimers());

type Values = Readonly<Record<string, unknown>>;

interface Kind {
  readonly name: string;
  readonly fields: Fields;
  readonly whole: Values;
  /** Whether an update contains the whole record. */
  readonly isWhole?: boolean;
  readonly create: (values: Values) => Promise<string>;
  readonly update: (id: string, values: Values) => Promise<unknown>;
  readonly list: () => Promise<readonly (Values & { readonly _id: string })[]>;
}

const owner = () => team.owner.as;
const heatOf = async () => {
  const log = await owner().query(api.heats.heats.ofDog, { dogId });
  if (log?.heats[0]) return log.heats[0];
  const { _id } = await owner().mutation(api.heats.heats.add, { dogId, startOn: "2025-05-01", today: TODAY });
  return { _id, readings: [] };
};

/** A client can send any arguments. */
const sent = <Args>(values: Values): Args => values as Args;

const KINDS: readonly Kind[] = [
  {
    name: "a booking",
    fields: BOOKING_FIELDS,
    whole: { vaccineName: "Rabies", scheduledDate: "2025-07-01", veterinarianName: "Dr. Lee", notes: "Calm" },
    create: async (values) =>
      (
        await owner().mutation(
          api.vaccinations.vaccinationSchedule.schedule,
          sent({ dogId, today: TODAY, ...values }),
        )
      )._id,
    update: async (scheduledVaccinationId, values) =>
      await owner().mutation(
        api.vaccinations.vaccinationSchedule.update,
        sent({ scheduledVaccinationId, today: TODAY, ...values }),
      ),
    list: async () =>
      (await owner().query(api.vaccinations.vaccinationSchedule.listScheduled, { kennelId: team.kennelId }))
        .data,
  },
  {
    name: "a veterinarian",
    fields: VETERINARIAN_FIELDS,
    whole: {
      ...{ veterinarianName: "Dr. Lee", veterinaryClinic: "Hillside", clinicAddress: "1 Hill Road" },
      ...{ clinicPhone: "(555) 123-4567", licenseNumber: "TX-1", specialization: "Reproduction" },
      ...{ isPrimary: true, notes: "Calm" },
    },
    create: async (values) =>
      (await owner().mutation(api.health.veterinaryRecords.create, sent({ dogId, ...values })))._id,
    update: async (veterinaryRecordId, values) =>
      await owner().mutation(api.health.veterinaryRecords.update, sent({ veterinaryRecordId, ...values })),
    list: async () =>
      (await owner().query(api.health.veterinaryRecords.list, { kennelId: team.kennelId })).data,
  },
  {
    name: "a course of medication",
    fields: COURSE_FIELDS,
    whole: {
      ...{ drug: "Meloxicam", doseAmount: 5, doseUnit: "mg", startOn: "2025-06-01", endOn: "2025-06-20" },
      ...{ reason: "Pain", veterinarian: "Dr. Lee", notes: "Calm" },
    },
    isWhole: true,
    create: async (values) =>
      (
        await owner().mutation(
          api.health.medications.start,
          sent({ dogId, schedule: { type: "as_needed" }, ...values }),
        )
      )._id,
    update: async (courseId, values) =>
      await owner().mutation(
        api.health.medications.update,
        sent({ dogId, courseId, schedule: { type: "as_needed" }, ...values }),
      ),
    list: async () => (await owner().query(api.health.medications.ofDog, { dogId, today: TODAY })) ?? [],
  },
  {
    name: "a health test",
    fields: HEALTH_TEST_FIELDS,
    whole: {
      ...{ kind: "ofa_hips", testedOn: "2025-06-01", laboratory: "OFA", certificateNumber: "1" },
      ...{ validUntil: "2026-06-01", notes: "Calm" },
    },
    isWhole: true,
    create: async (values) =>
      (
        await owner().mutation(
          api.health.healthTests.create,
          sent({ dogId, today: TODAY, result: { type: "grade", grade: "good" }, ...values }),
        )
      )._id,
    update: async (testId, values) =>
      await owner().mutation(
        api.health.healthTests.update,
        sent({ dogId, testId, today: TODAY, result: { type: "grade", grade: "good" }, ...values }),
      ),
    list: async () => (await owner().query(api.health.healthTests.list, { dogId })) ?? [],
  },
  {
    name: "an applicant",
    fields: APPLICANT_FIELDS,
    whole: {
      ...{ name: "Anna", email: "anna@example.com", phone: "1", address: "2", gender: "male", color: "Tan" },
      ...{ breed: "BEAGLE", wantedFrom: "2025-08-01", depositCents: 100, notes: "Calm" },
    },
    create: async (values) =>
      (await owner().mutation(api.litters.waitingList.create, sent({ kennelId: team.kennelId, ...values })))
        ._id,
    update: async (applicantId, values) =>
      await owner().mutation(api.litters.waitingList.update, sent({ applicantId, ...values })),
    list: async () => (await owner().query(api.litters.waitingList.list, { kennelId: team.kennelId })).active,
  },
  {
    name: "a reading",
    fields: READING_FIELDS,
    whole: { takenOn: "2025-05-10", takenTime: "08:30", value: 2, unit: "ng/mL", laboratory: "Idexx" },
    isWhole: true,
    create: async (values) =>
      (
        await owner().mutation(
          api.heats.heats.addProgesterone,
          sent({ heatId: (await heatOf())._id, today: TODAY, ...values }),
        )
      )._id,
    update: async (readingId, values) =>
      await owner().mutation(
        api.heats.heats.updateProgesterone,
        sent({ heatId: (await heatOf())._id, readingId, today: TODAY, ...values }),
      ),
    list: async () => (await heatOf()).readings,
  },
];

/** These values match the field's type but are refused by the field. */
function wrongFor({ type, presence }: Field): unknown[] {
  const missing = presence === "required" ? ["", "   "] : [];
  switch (type) {
    case "text":
      return ["x".repeat(SHORT_TEXT_MAX + 1), ...missing];
    case "notes":
      return ["x".repeat(LONG_TEXT_MAX + 1), ...missing];
    case "day":
      return ["2025-02-30", "15.06.2025", "tomorrow", ...missing];
    case "number":
    case "cents":
      return [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300];
    case "choice":
      return presence === "optional" ? ["other", ""] : [];
    default:
      return [];
  }
}

describe.each(KINDS)("$name", ({ fields, whole, isWhole = false, create, update, list }) => {
  const cases = Object.entries(fields).flatMap(([name, field]) =>
    wrongFor(field).map((value): [string, unknown] => [name, value]),
  );

  it("is refused at the invalid field, and nothing is stored", async () => {
    for (const [name, value] of cases) {
      const failure = await failureOf(create({ ...whole, [name]: value }));
      expect([name, value, failure.code, Object.keys(failure.details.fields ?? {})]).toEqual([
        ...[name, value, "VALIDATION_FAILED"],
        [name],
      ]);
    }
    expect(await list()).toEqual([]);
    await create(whole);
    const before = await list();
    const id = before[0]?._id ?? "";
    for (const [name, value] of cases) {
      const failure = await failureOf(update(id, { ...(isWhole && whole), [name]: value }));
      expect([name, value, failure.code, Object.keys(failure.details.fields ?? {})]).toEqual([
        ...[name, value, "VALIDATION_FAILED"],
        [name],
      ]);
    }
    expect(await list()).toEqual(before);
  });

  it("is cleared field by field, and omitted fields remain unchanged", async () => {
    const id = await create(whole);
    for (const [name, { presence, type }] of Object.entries(fields)) {
      if (presence !== "optional" || whole[name] === undefined) continue;
      for (const nothing of type === "cents" || type === "choice" ? [null] : [null, "", "  "]) {
        await update(id, whole);
        expect((await list())[0]).toMatchObject(whole);
        await update(id, { ...(isWhole && whole), [name]: nothing });
        expect((await list())[0]).toMatchObject({ ...whole, [name]: null });
      }
    }
  });

  it("is refused with an unknown field, or a value of another type", async () => {
    await expect(create({ ...whole, unheardOf: 1 })).rejects.toThrow();
    for (const name of Object.keys(fields))
      await expect(create({ ...whole, [name]: { a: 1 } })).rejects.toThrow();
    expect(await list()).toEqual([]);
  });
});

describe("PUT /health/veterinary-records/{id}", () => {
  const path = "/health/veterinary-records";
  const whole = {
    ...{ veterinarianName: "Dr. Lee", veterinaryClinic: "Hillside", clinicAddress: "1 Hill Road" },
    ...{
      clinicPhone: "(555) 123-4567",
      licenseNumber: "TX-1",
      specialization: "Reproduction",
      notes: "Calm",
    },
  };
  const rest = async (method: string, at: string, json?: object) =>
    await callRest(owner(), method, at, json && { json });

  it("clears null and empty fields, and keeps omitted fields", async () => {
    const { body } = await rest("POST", path, { dogId, ...whole });
    const at = `${path}/${body.data.id}`;
    for (const [name, { presence }] of Object.entries(VETERINARIAN_FIELDS)) {
      if (presence !== "optional") continue;
      for (const nothing of [null, ""]) {
        await rest("PUT", at, whole);
        const cleared = await rest("PUT", at, { [name]: nothing });
        expect([cleared.status, cleared.body.data]).toMatchObject([200, { ...whole, [name]: null }]);
      }
    }
  });

  it("refuses invalid values at their field, and stores nothing", async () => {
    const { body } = await rest("POST", path, { dogId, ...whole });
    const at = `${path}/${body.data.id}`;
    const { body: before } = await rest("GET", at);
    for (const [name, { type, presence }] of Object.entries(VETERINARIAN_FIELDS)) {
      const long = type === "text" || type === "notes" ? ["x".repeat(LONG_TEXT_MAX + 1)] : [];
      for (const value of [{ a: 1 }, 5, ...long, ...(presence === "optional" ? [] : [null])]) {
        const refused = await rest("PUT", at, { [name]: value });
        expect([name, value, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
          ...[name, value, 400],
          [name],
        ]);
      }
    }
    expect((await rest("GET", at)).body).toEqual(before);
  });
});

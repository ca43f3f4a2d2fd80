/**
 * Reads the content of a dog's printed health history in one transaction. Each kind of record has its own section,
 * limited to the requested period. Costs are left out, because they concern only the kennel.
 */
import { v, type Infer } from "convex/values";
import { otherRegistrationsText } from "../../../domain/dogs/registrations";
import { genderLabels } from "../../../domain/dogs/words";
import { MAX_HEALTH_RECORDS_PER_DOG } from "../../../domain/health/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { formatDay } from "../../../domain/formatting/formatting";
import { judgedDayOf } from "../../../domain/health/due-state";
import { healthRecordTypeLabels } from "../../../domain/health/words";
import { describeSchedule, formatDose } from "../../../domain/health/medications";
import { describeResult, testTitle } from "../../../domain/health/test-results";
import { formatGrams } from "../../../domain/health/weights";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { dosesOf } from "../../vaccinations/model/doseRows";
import { weightRowsOf } from "./dogWeightRows";
import { listAttachments } from "./healthAttachments";
import { testRowsOf } from "./healthTestRows";
import { requireKennel } from "../../platform/model/people/kennels";
import { countDosesGiven, courseRowsOf } from "./medicationRows";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { textOrNull } from "../../platform/tables/shared";

const factShape = v.object({ label: v.string(), value: textOrNull });

export const healthHistoryArgs = { from: v.optional(v.string()), to: v.optional(v.string()) };

export const healthHistoryShape = v.object({
  dog: v.string(),
  kennelName: v.string(),
  contact: v.string(),
  from: textOrNull,
  to: textOrNull,
  facts: v.array(factShape),
  records: v.array(
    v.object({
      day: v.string(),
      type: v.string(),
      title: v.string(),
      facts: v.array(factShape),
      attachments: v.array(v.string()),
    }),
  ),
  sections: v.array(
    v.object({
      title: v.string(),
      columns: v.array(v.object({ label: v.string(), share: v.number() })),
      rows: v.array(v.array(v.string())),
      emptyText: v.string(),
    }),
  ),
});
type History = Infer<typeof healthHistoryShape>;
type Section = History["sections"][number];

interface Period {
  readonly from: string;
  readonly to: string;
}

const FIRST_DAY = "0000-00-00";
const LAST_DAY = "9999-99-99";

/** An empty date means no limit. Throws VALIDATION_FAILED. */
function toPeriod({ from = "", to = "" }: { from?: string; to?: string }): Period {
  for (const [field, day] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (day !== "" && !isCalendarDay(day)) {
      fail("VALIDATION_FAILED", { fields: { [field]: "The day must be a date such as 2025-06-15" } });
    }
  }
  if (from !== "" && to !== "" && to < from) {
    fail("VALIDATION_FAILED", { fields: { to: "The last day cannot be before the first" } });
  }
  return { from: from || FIRST_DAY, to: to || LAST_DAY };
}

const isWithin = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;

const joined = (...parts: (string | undefined)[]): string | null =>
  parts.filter((part) => part !== undefined).join(", ") || null;

const dayOrNull = (day: string | null | undefined): string | null => (day ? formatDay(day) : null);

const followUpText = ({ followUpDate, followUpDoneOn }: Doc<"healthRecords">): string | null => {
  if (followUpDate === undefined) return null;
  return followUpDoneOn === undefined
    ? formatDay(followUpDate)
    : `${formatDay(followUpDate)}, done on ${formatDay(followUpDoneOn)}`;
};

/** The shares are those of the table's width. */
const columnsOf = (shares: Readonly<Record<string, number>>): Section["columns"] =>
  Object.entries(shares).map(([label, share]) => ({ label, share }));

async function readRecords(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { from, to }: Period,
): Promise<History["records"]> {
  const rows = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) =>
      q.eq("kennelId", dog.kennelId).eq("dogId", dog._id).gte("dateRecorded", from).lte("dateRecorded", to),
    )
    .order("desc")
    .take(MAX_HEALTH_RECORDS_PER_DOG);
  const signer = new AddressSigner(ctx);
  return await Promise.all(
    rows.map(async (row) => ({
      day: row.dateRecorded,
      type: healthRecordTypeLabels[row.recordType],
      title: row.title,
      facts: [
        { label: "Description", value: row.description },
        { label: "Diagnosis", value: row.diagnosis ?? null },
        { label: "Treatment", value: row.treatment ?? null },
        { label: "Medications", value: row.medications ?? null },
        { label: "Notes", value: row.notes ?? null },
        { label: "Veterinarian", value: joined(row.veterinarian, row.vetClinic) },
        { label: "Follow-up", value: followUpText(row) },
      ],
      attachments:
        row.attachmentCount === 0
          ? []
          : (await listAttachments(ctx, row, signer)).map(({ fileName }) => fileName),
    })),
  );
}

async function doseSection(ctx: QueryCtx, dog: Doc<"dogs">, period: Period): Promise<Section> {
  const doses = await dosesOf(ctx, dog.kennelId, { dogId: dog._id });
  const rows = doses.filter(({ dateAdministered }) => isWithin(period, dateAdministered));
  return {
    title: "Immunizations",
    columns: columnsOf({
      Given: 1.2,
      Vaccine: 1.6,
      Type: 1,
      "Manufacturer, batch": 1.6,
      Veterinarian: 1.8,
      "Next due": 1.2,
    }),
    rows: rows.map((row) => [
      formatDay(row.dateAdministered),
      row.vaccineName,
      row.vaccineType,
      joined(row.manufacturer, row.batchNumber) ?? "",
      joined(row.veterinarianName, row.veterinaryClinic) ?? "",
      dayOrNull(judgedDayOf(row)) ?? "",
    ]),
    emptyText: "No immunizations",
  };
}

async function testSection(ctx: QueryCtx, dog: Doc<"dogs">, period: Period): Promise<Section> {
  const rows = (await testRowsOf(ctx, dog)).filter(({ testedOn }) => isWithin(period, testedOn));
  return {
    title: "Health tests",
    columns: columnsOf({
      Day: 1.2,
      Test: 2,
      Result: 2,
      Laboratory: 1.3,
      Certificate: 1.3,
      "Valid until": 1.2,
    }),
    rows: rows.map((row) => [
      formatDay(row.testedOn),
      testTitle({ kind: row.kind, name: row.name ?? null }),
      describeResult(row),
      row.laboratory ?? "",
      row.certificateNumber ?? row.certificate?.fileName ?? "",
      dayOrNull(row.validUntil) ?? "",
    ]),
    emptyText: "No health tests",
  };
}

async function weightSection(ctx: QueryCtx, dog: Doc<"dogs">, period: Period): Promise<Section> {
  const rows = (await weightRowsOf(ctx, dog)).filter(({ weighedOn }) => isWithin(period, weighedOn));
  return {
    title: "Weights",
    columns: columnsOf({ Day: 1.2, Weight: 2, Notes: 4 }),
    rows: rows.map(({ weighedOn, grams, notes }) => [
      formatDay(weighedOn),
      `${formatGrams(grams, "lb")} (${formatGrams(grams, "kg")})`,
      notes ?? "",
    ]),
    emptyText: "No weights",
  };
}

/** The course was in progress during the period. */
const touches = ({ from, to }: Period, { startOn, lastOn }: Doc<"medicationCourses">): boolean =>
  startOn <= to && from <= lastOn;

function courseEnd({ endOn, stoppedOn, stopReason }: Doc<"medicationCourses">): string {
  if (stoppedOn !== undefined) return joined(`${formatDay(stoppedOn)} (stopped)`, stopReason) ?? "";
  return dayOrNull(endOn) ?? "open";
}

async function medicationSection(ctx: QueryCtx, dog: Doc<"dogs">, period: Period): Promise<Section> {
  const courses = (await courseRowsOf(ctx, dog)).filter((course) => touches(period, course));
  return {
    title: "Medication",
    columns: columnsOf({
      From: 1.2,
      Until: 1.4,
      "Drug and dose": 2,
      "How often": 2,
      "Doses given": 1,
      "Reason, veterinarian": 1.8,
    }),
    rows: await Promise.all(
      courses.map(async (course) => [
        formatDay(course.startOn),
        courseEnd(course),
        `${course.drug}, ${formatDose(course.doseAmount, course.doseUnit)}`,
        describeSchedule(course.schedule),
        String(await countDosesGiven(ctx, course, period)),
        joined(course.reason, course.veterinarian) ?? "",
      ]),
    ),
    emptyText: "No medication",
  };
}

/** Throws VALIDATION_FAILED for invalid dates. */
export async function describeHealthHistory(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  asked: { from?: string; to?: string },
): Promise<History> {
  const period = toPeriod(asked);
  const kennel = await requireKennel(ctx, dog.kennelId);
  return {
    dog: dog.name,
    kennelName: kennel.name,
    contact: [kennel.address, kennel.phone, kennel.email].filter((part) => part !== undefined).join(" · "),
    from: asked.from || null,
    to: asked.to || null,
    facts: [
      { label: "Breed", value: dog.breed },
      { label: "Sex", value: genderLabels[dog.gender] },
      { label: "Date of birth", value: dayOrNull(dog.dateOfBirth) },
      { label: "Spayed", value: dayOrNull(dog.spayedOn) },
      { label: "Registration number", value: dog.registrationNumber ?? null },
      ...(dog.otherRegistrations
        ? [{ label: "Other registrations", value: otherRegistrationsText(dog) }]
        : []),
      { label: "Microchip", value: dog.microchipNumber ?? null },
      { label: "Weight", value: dog.weight === undefined ? null : `${dog.weight} lbs` },
    ],
    records: await readRecords(ctx, dog, period),
    sections: [
      await doseSection(ctx, dog, period),
      await testSection(ctx, dog, period),
      await medicationSection(ctx, dog, period),
      await weightSection(ctx, dog, period),
    ],
  };
}

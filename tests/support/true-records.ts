/**
 * Checks from outside that a kennel's records are valid: each can be saved unchanged, and names, numbers and dates
 * are consistent.
 */
import { expect } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { rowsOf, tablesOfKind, type RecordTable } from "../../convex/platform/model/changes/kennelTables";
import { listReferences } from "../../convex/platform/model/changes/tableReferences";
import { TABLES } from "../../convex/tables.gen";
import type { RestoreReport } from "../../convex/backups/model/restores";
import type { BackupData, BackupRow } from "../../domain/backups/format";
import { utcDay } from "../../domain/dates/calendar-days";
import { getErrorData } from "../../domain/errors";
import type { ExportDescription } from "../../domain/exports/kinds";
import { BOOKING_FIELDS, DOSE_FIELDS } from "../../domain/vaccinations/record";
import {
  APPLICANT_FIELDS,
  LITTER_FIELDS,
  WHELPING_FIELDS,
  PUPPY_FORM_FIELDS,
} from "../../domain/litters/record";
import { CONTACT_FIELDS } from "../../domain/contacts/record";
import { BREEDING_FIELDS, MATING_FIELDS } from "../../domain/breedings/record";
import { PAPER_FIELDS, PLACEMENT_FIELDS } from "../../domain/placements/record";
import { DOG_FIELDS, OWNER_FIELDS } from "../../domain/dogs/record";
import {
  GENETIC_FILE_FIELDS,
  GENOTYPE_FIELDS,
  KNOWN_CONTRADICTION_FIELDS,
} from "../../domain/genetics/record";
import { DIARY_FIELDS } from "../../domain/families/record";
import type { Fields } from "../../domain/records/fields";
import {
  HEALTH_RECORD_FIELDS,
  HEALTH_TEST_FIELDS,
  COURSE_FIELDS,
  VETERINARIAN_FIELDS,
} from "../../domain/health/record";
import { HEAT_FIELDS, READING_FIELDS } from "../../domain/heats/record";
import { REMINDER_RECORD } from "../../domain/reminders/record";
import type { Team } from "./backend";
import { expectExact } from "./counts";

type Course = Doc<"medicationCourses">;
type Row = BackupRow & { readonly _id: string };

export const recordsIn = async (team: Team): Promise<Record<RecordTable, Row[]>> =>
  await team.deployment.run(async (ctx) => {
    const all: Partial<Record<RecordTable, Row[]>> = {};
    for (const table of tablesOfKind("record"))
      all[table] = await rowsOf(ctx, table, team.kennelId).collect();
    return all as Record<RecordTable, Row[]>; // tablesOfKind lists every table of records.
  });

const whole = (fields: Fields, row: BackupRow) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { presence }]) => [
      name,
      row[name] ?? (presence === "optional" ? null : undefined),
    ]),
  );

const text = (value: unknown): string => String(value);

type Save = (
  as: Team["owner"]["as"],
  row: Row,
  today: string,
  all: Record<RecordTable, Row[]>,
) => Promise<unknown>;

/** Saves a record unchanged, by kind. Kinds that cannot be changed are left out. */
const SAVES: Readonly<Partial<Record<RecordTable, Save>>> = {
  dogs: (as, row, today) =>
    as.mutation(api.dogs.dogs.update, { dogId: row._id, today, ...whole(DOG_FIELDS, row) }),
  photos: (as, row) =>
    row.dogId === undefined
      ? as.mutation(api.litters.puppyPhotos.setCaption, {
          photoId: row._id,
          caption: (row.caption as string | undefined) ?? null,
        })
      : as.mutation(api.dogs.photos.setCaption, {
          photoId: row._id,
          caption: (row.caption as string | undefined) ?? null,
        }),
  breedings: (as, row) =>
    as.mutation(api.breedings.breedings.update, {
      breedingId: row._id,
      ...whole(BREEDING_FIELDS, row),
      ...(row.sireId !== undefined && { sireId: text(row.sireId) }),
      ...(row.damId !== undefined && { damId: text(row.damId) }),
    }),
  breedingFinances: (as, { _id, kind, category, amountCents, bookedOn, description }) =>
    as.mutation(api.breedings.breedingFinances.update, {
      entryId: _id,
      ...{
        kind: text(kind),
        category: text(category),
        amountCents: Number(amountCents),
        bookedOn: text(bookedOn),
      },
      description: (description as string | undefined) ?? null,
    }),
  matings: (as, row) =>
    as.mutation(api.breedings.matings.update, { matingId: row._id, ...whole(MATING_FIELDS, row) }),
  damTemperatures: (as, { _id, takenAt, temperatureFahrenheit }) =>
    as.mutation(api.breedings.damTemperatures.update, {
      ...{ temperatureId: _id, takenAt: Number(takenAt) },
      temperatureFahrenheit: Number(temperatureFahrenheit),
    }),
  litters: (as, row, today) =>
    as.mutation(api.litters.litters.update, {
      litterId: row._id,
      today,
      ...whole(LITTER_FIELDS, row),
      whelping: Object.fromEntries(
        Object.entries(whole(WHELPING_FIELDS, row.whelping as BackupRow)).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    }),
  puppies: (as, row) =>
    as.mutation(api.litters.puppies.update, { puppyId: row._id, ...whole(PUPPY_FORM_FIELDS, row) }),
  puppyHealthChecks: (
    as,
    { _id, checkDate, weightGrams, temperatureFahrenheit, notes, veterinarian },
    today,
  ) =>
    as.mutation(api.litters.puppyHealthChecks.update, {
      ...{ checkId: _id, today, checkDate: text(checkDate) },
      weightGrams: (weightGrams as number | undefined) ?? null,
      temperatureFahrenheit: (temperatureFahrenheit as number | undefined) ?? null,
      notes: (notes as string | undefined) ?? null,
      veterinarian: (veterinarian as string | undefined) ?? null,
    }),
  heats: (as, row, today) =>
    as.mutation(api.heats.heats.update, { heatId: row._id, today, ...whole(HEAT_FIELDS, row) }),
  progesteroneReadings: (as, row, today) =>
    as.mutation(api.heats.heats.updateProgesterone, {
      ...{ readingId: row._id, heatId: text(row.heatId), today },
      ...(whole(READING_FIELDS, row) as { takenOn: string; value: number; unit: string }),
    }),
  healthRecords: (as, row, today) =>
    as.mutation(api.health.healthRecords.update, {
      recordId: row._id,
      today,
      ...whole(HEALTH_RECORD_FIELDS, row),
    }),
  healthTests: (as, row, today) =>
    as.mutation(api.health.healthTests.update, {
      ...{ testId: row._id, dogId: text(row.dogId), today },
      ...(whole(HEALTH_TEST_FIELDS, row) as Pick<Doc<"healthTests">, "kind" | "testedOn">),
      result: row.result,
    }),
  medicationCourses: (as, row) =>
    as.mutation(api.health.medications.update, {
      ...{ courseId: row._id, dogId: text(row.dogId) },
      ...(whole(COURSE_FIELDS, row) as Pick<Course, "drug" | "doseAmount" | "doseUnit" | "startOn">),
      schedule: row.schedule,
    }),
  veterinaryRecords: (as, row) =>
    as.mutation(api.health.veterinaryRecords.update, {
      veterinaryRecordId: row._id,
      ...whole(VETERINARIAN_FIELDS, row),
    }),
  dogWeights: (as, { _id, dogId, grams, weighedOn, notes }, today) =>
    as.mutation(api.health.dogWeights.update, {
      ...{ weightId: _id, dogId: text(dogId), grams: Number(grams), weighedOn: text(weighedOn), today },
      notes: (notes as string | undefined) ?? null,
    }),
  immunizations: (as, row, today) =>
    as.mutation(api.vaccinations.immunizations.update, {
      immunizationId: row._id,
      today,
      ...whole(DOSE_FIELDS, row),
    }),
  scheduledVaccinations: async (as, row) =>
    row.status === "scheduled" &&
    (await as.mutation(api.vaccinations.vaccinationSchedule.update, {
      ...{ scheduledVaccinationId: row._id, today: text(row.scheduledDate) },
      ...whole(BOOKING_FIELDS, row),
    })),
  contacts: (as, row) =>
    as.mutation(api.contacts.contacts.update, { contactId: row._id, ...whole(CONTACT_FIELDS, row) }),
  diaryEntries: (as, row) =>
    as.mutation(api.families.diary.revise, { diaryEntryId: row._id, ...whole(DIARY_FIELDS, row) }),
  dogOwners: (as, row) =>
    as.mutation(api.dogs.dogOwners.update, { dogOwnerId: row._id, ...whole(OWNER_FIELDS, row) }),
  geneticFiles: (as, row) =>
    as.mutation(api.genetics.geneticFiles.update, {
      ...{ geneticFileId: row._id, lines: row.lines },
      ...whole(GENETIC_FILE_FIELDS, row),
    }),
  knownContradictions: (as, row) =>
    as.mutation(api.genetics.contradictions.update, {
      knownContradictionId: row._id,
      ...whole(KNOWN_CONTRADICTION_FIELDS, row),
    }),
  genotypes: (as, row) =>
    as.mutation(api.genetics.genotypes.update, { genotypeId: row._id, ...whole(GENOTYPE_FIELDS, row) }),
  placements: (as, row) =>
    as.mutation(api.placements.placements.update, {
      placementId: row._id,
      ...whole(PLACEMENT_FIELDS, row),
    }),
  placementPapers: (as, row) =>
    as.mutation(api.placements.papers.update, { paperId: row._id, ...whole(PAPER_FIELDS, row) }),
  waitingList: (as, row) =>
    as.mutation(api.litters.waitingList.update, { applicantId: row._id, ...whole(APPLICANT_FIELDS, row) }),
  reminders: async (as, row) =>
    row.state !== "removed" &&
    (await as.mutation(api.reminders.reminders.update, {
      ...{ reminderId: row._id },
      ...whole(REMINDER_RECORD, row),
      notifications: row.notifications as { email: boolean },
    })),
  reminderSeries: async (as, row, _today, all) => {
    const isWaiting = all.reminders.some(
      ({ seriesId, state }) => seriesId === row._id && state === "pending",
    );
    if (!isWaiting || row.isEnded === true) return;
    const { frequency, interval, endDate } = row;
    await as.mutation(api.reminders.reminderSeries.update, {
      seriesId: row._id,
      recurring: {
        frequency: text(frequency),
        interval: Number(interval),
        endDate: (endDate as string | undefined) ?? null,
      },
    });
  },
  reminderTemplates: (as, { _id, kennelId, name, title, description, reminderType, priority, offsetDays }) =>
    as.mutation(api.reminders.reminderTemplates.update, {
      ...{ kennelId: kennelId as Id<"kennels">, templateId: _id, name: text(name), title: text(title) },
      ...{ reminderType: text(reminderType), priority: text(priority), offsetDays: Number(offsetDays) },
      description: (description as string | undefined) ?? null,
    }),
  applicationForms: (as, { kennelId, slug, intro, isOpen, admits }) =>
    as.mutation(api.applications.applicationForms.save, {
      ...{ kennelId: kennelId as Id<"kennels">, slug: text(slug), intro: text(intro) },
      ...{ isOpen: isOpen as boolean, admits: text(admits) },
    }),
  contractTemplates: (as, { _id, name, kind, body }) =>
    as.mutation(api.contracts.contractTemplates.update, {
      templateId: _id,
      name: text(name),
      kind: text(kind),
      body: text(body),
    }),
  kennelSettings: (
    as,
    { kennelId, taxId, businessLicense, primaryColor, accentColor, footerText, showLogo, ...shown },
  ) =>
    as.mutation(api.kennels.kennelSettings.update, {
      kennelId: kennelId as Id<"kennels">,
      business: {
        taxId: (taxId as string | undefined) ?? null,
        businessLicense: (businessLicense as string | undefined) ?? null,
      },
      branding: {
        primaryColor: primaryColor as string | undefined,
        accentColor: accentColor as string | undefined,
        footerText: (footerText as string | undefined) ?? null,
        showLogo: showLogo as boolean | undefined,
      },
      familyPages: {
        showsParents: shown["showsParents"] as boolean | undefined,
        showsPlace: shown["showsPlace"] as boolean | undefined,
        showsPlans: shown["showsPlans"] as boolean | undefined,
      },
      mating: { inbreedingLimitPercent: shown["inbreedingLimitPercent"] as number | undefined },
    }),
};

/** Records of these kinds cannot be changed. Users undo them, or replace their file. */
const UNCHANGED: readonly RecordTable[] = [
  "puppyWeights",
  "medicationDoses",
  "healthAttachments",
  "breedingDocuments",
  "pregnancyChecks",
  "applications",
  "signings",
];

export async function refusedSaves(team: Team): Promise<string[]> {
  const all = await recordsIn(team);
  const today = utcDay(Date.now());
  const refused: string[] = [];
  for (const table of tablesOfKind("record")) {
    const save = SAVES[table];
    if (!save) expect(UNCHANGED).toContain(table);
    for (const row of save ? all[table] : []) {
      try {
        await save?.(team.owner.as, row, today, all);
      } catch (error) {
        refused.push(`${table} ${row._id}: ${JSON.stringify(getErrorData(error) ?? String(error))}`);
      }
    }
  }
  const { kennelId, owner } = team;
  const kennel = await owner.as.query(api.kennels.kennels.get, { kennelId });
  await owner.as.mutation(api.kennels.kennels.update, { kennelId, name: kennel?.name ?? "" });
  return refused;
}

/**
 * Lists duplicates, circles, and links of the wrong sex or order, which saving an unchanged record does not check.
 */
export async function untrueLinks(team: Team): Promise<string[]> {
  const { dogs, heats, litters, breedings, puppyWeights, puppies, medicationDoses, ...others } =
    await recordsIn(team);
  const { immunizations, scheduledVaccinations } = others;
  const byId = new Map(dogs.map((dog) => [dog._id, dog]));
  const wrong: string[] = [];
  for (const dog of dogs) {
    for (const [field, sex] of [
      ["sireId", "male"],
      ["damId", "female"],
    ] as const) {
      const parent = byId.get(text(dog[field]));
      if (dog[field] === undefined) continue;
      if (!parent) wrong.push(`${field} of ${text(dog.name)} leads nowhere`);
      else if (parent.gender !== sex) wrong.push(`${field} of ${text(dog.name)} is ${text(parent.gender)}`);
      else if (
        parent.dateOfBirth !== undefined &&
        dog.dateOfBirth !== undefined &&
        text(parent.dateOfBirth) >= text(dog.dateOfBirth)
      )
        wrong.push(`${text(dog.name)} is older than its ${field}`);
    }
    const above = new Set<string>();
    const waiting = [dog.sireId, dog.damId];
    for (let id = waiting.pop(); waiting.length > 0 || id !== undefined; id = waiting.pop()) {
      if (id === undefined || above.has(text(id))) continue;
      above.add(text(id));
      waiting.push(byId.get(text(id))?.sireId, byId.get(text(id))?.damId);
    }
    if (above.has(dog._id)) wrong.push(`${text(dog.name)} descends from itself`);
    const offspring = dogs.filter(({ sireId, damId }) => sireId === dog._id || damId === dog._id).length;
    if (dog.offspringCount !== offspring)
      wrong.push(`${text(dog.name)} counts ${text(dog.offspringCount)} of ${offspring} offspring`);
  }
  const doubled = (rows: Row[], ...names: string[]) => {
    for (const name of names) {
      const values = rows.map((row) => row[name]).filter((value) => value !== undefined);
      if (new Set(values).size < values.length) wrong.push(`doubled ${name}`);
    }
  };
  doubled(dogs, "microchipKey", "registrationKey");
  doubled(puppyWeights, "entryKey");
  doubled(medicationDoses, "entryKey");
  for (const { _id } of litters)
    doubled(
      puppies.filter(({ litterId }) => litterId === _id),
      "order",
    );
  for (const { dogId, puppyId } of [...immunizations, ...scheduledVaccinations]) {
    const puppy = puppies.find(({ _id }) => _id === puppyId);
    if (dogId !== undefined && puppy && puppy.dogId !== dogId) wrong.push("vaccines of two patients");
  }
  for (const { dogId, litterId } of puppies) {
    const litter = litters.find(({ _id }) => _id === litterId);
    const pair = breedings.find(({ _id }) => _id === litter?.breedingId);
    if (dogId !== undefined && (pair?.sireId === dogId || pair?.damId === dogId))
      wrong.push("a puppy that is its own parent");
  }
  for (const heat of heats)
    if (byId.get(text(heat.dogId))?.gender !== "female") wrong.push("a heat of a male");
  for (const { breedingId, whelpingDate } of litters) {
    const breeding = breedings.find(({ _id }) => _id === breedingId);
    if (!breeding || text(breeding.breedingDate) > text(whelpingDate))
      wrong.push("a litter before its mating");
  }
  return wrong;
}

/** The values of these fields depend on several records, or are calculated from other fields. */
const SETTLED: ReadonlySet<string> = new Set([
  "isPrimary",
  "isDefault",
  "nextDueDate",
  "clinicPhone",
  "breed",
]);

const plain = (value: unknown): unknown => (typeof value === "string" ? value.trim() || undefined : value);

/** Lists records of a backup that are neither in the kennel nor among the reported errors of the restore. */
export async function untoldLosses(team: Team, data: BackupData, report: RestoreReport): Promise<string[]> {
  const all = await recordsIn(team);
  const pairs = await team.deployment.run(async (ctx) =>
    (await ctx.db.query("formerIds").collect()).map(
      ({ formerId, currentId }) => [formerId, currentId] as const,
    ),
  );
  const former = new Map<string, string>(pairs);
  const now = (id: string): string => {
    let current = id;
    for (let next = former.get(current); next !== undefined; next = former.get(current)) current = next;
    return current;
  };
  const told = new Set(report.errors.map(({ id }) => id));
  const untold: string[] = [];
  for (const table of tablesOfKind("record")) {
    const { described = {} }: ExportDescription = TABLES[table].export;
    const fields = [...Object.keys(described), ...Object.keys(TABLES[table].history.fields)];
    const names = new Set(
      fields
        .map((name) => name.split(".")[0] ?? "")
        .filter((name) => !SETTLED.has(name) && !(table === "placements" && name.endsWith("Cents"))),
    );
    for (const row of data[table] ?? []) {
      const id = text(row._id);
      const here = all[table].find(({ _id }) => _id === now(id));
      if (told.has(id) || told.has(now(id))) continue;
      // A reminder is lost with the record that created it. That loss was reported.
      const [, maker = ""] = text(row["source"]).split(":");
      if (!here && told.has(maker)) continue;
      if (!here) {
        untold.push(`${table} ${id} is not there`);
        continue;
      }
      const references = new Set(listReferences(table, row).map((each) => each.id));
      for (const name of names) {
        const [before, after] = [row[name], here[name]].map(plain);
        if (typeof before === "string" && references.has(before)) {
          if (after === undefined) untold.push(`${table}.${name} of ${id}: its record is not named`);
        } else if (typeof before !== "object" && before !== after) {
          // The booking of a dead patient is canceled because of the death. The restore reported this.
          if (table === "scheduledVaccinations" && after === "cancelled" && told.has(text(row["dogId"])))
            continue;
          untold.push(`${table}.${name} of ${id}: ${String(before)} became ${String(after)}`);
        }
      }
    }
  }
  return untold;
}

/**
 * After a restore, the records must be valid, and the restore must have reported and counted everything. `data` is
 * the restored data.
 */
export async function expectTrue(
  team: Team,
  data: BackupData,
  report: RestoreReport,
  name: string,
): Promise<void> {
  expect({ name, state: report.state }).toEqual({ name, state: "finished" });
  expect({ name, wrong: await untrueLinks(team) }).toEqual({ name, wrong: [] });
  if (report.errorCount === report.errors.length)
    expect({ name, untold: await untoldLosses(team, data, report) }).toEqual({ name, untold: [] });
  await expectExact(team);
  expect({ name, refused: await refusedSaves(team) }).toEqual({ name, refused: [] });
  await expectExact(team);
}

/**
 * Backups that break the rules of records, one break for each rule. Most breaks are derived from the descriptions
 * of the records. Breaks of rules about several fields or records are written by hand. Each break is applied to the
 * data of a valid backup.
 */
import { TABLES } from "../../convex/tables.gen";
import { tablesOfKind, type RecordTable } from "../../convex/platform/model/changes/kennelTables";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../../domain/text/rules";
import type { BackupData, BackupRow } from "../../domain/backups/format";
import type { ExportDescription } from "../../domain/exports/kinds";
import type { Field } from "../../domain/records/fields";

export interface Break {
  readonly name: string;
  /** `pick` chooses among the rows to which the break can be applied. Returns false if there is no such row. */
  readonly apply: (data: BackupData, pick: (rows: readonly BackupRow[]) => BackupRow | undefined) => boolean;
}

/** A field of this type cannot have these values. */
function wrongValues({ type, presence, label, schema }: Field): unknown[] {
  const wrong = (): unknown[] => {
    switch (type) {
      case "text":
        return ["x".repeat(SHORT_TEXT_MAX + 1), "not @ one", "25:99", " "];
      case "notes":
        return ["x".repeat(LONG_TEXT_MAX + 1), " "];
      case "day":
        return ["9999-12-31", "2025-02-30", "soon", ""];
      case "number":
      case "cents":
        return [-5, 1e15, 0.5, Number.MAX_VALUE];
      case "instant":
        return [0.5];
      default:
        return [];
    }
  };
  const isFuture = (value: unknown) =>
    value === "9999-12-31" && /birth|died|death|given|whelping|sale|done/i.test(label);
  // Only values that the field's own schema refuses are wrong in every record. The rules about dates have separate
  // breaks.
  return wrong().filter(
    (value) =>
      isFuture(value) || !schema.safeParse(value).success || (presence === "required" && value === ""),
  );
}

const withField = (table: RecordTable, name: string, value: unknown): Break => ({
  name: `${table}.${name} = ${String(value).slice(0, 20)}`,
  apply: (data, pick) => {
    const row = pick(data[table] ?? []);
    if (!row) return false;
    row[name] = value;
    return true;
  },
});

/** For each field of each described kind of record, with each wrong value. */
const DESCRIBED: readonly Break[] = tablesOfKind("record").flatMap((table) => {
  const { described = {} }: ExportDescription = TABLES[table].export;
  return Object.entries(described).flatMap(([name, field]) =>
    wrongValues(field).map((value) => withField(table, name, value)),
  );
});

type Pick = (rows: readonly BackupRow[]) => BackupRow | undefined;

/** Makes a break for one suitable row of a table. */
const of = (
  table: RecordTable,
  name: string,
  change: (row: BackupRow, data: BackupData, pick: Pick) => unknown,
  fits: (row: BackupRow) => boolean = () => true,
): Break => ({
  name: `${table}: ${name}`,
  apply: (data, pick) => {
    const row = pick((data[table] ?? []).filter(fits));
    return row !== undefined && change(row, data, pick) !== false;
  },
});

const isSex = (gender: string) => (row: BackupRow) => row.gender === gender;

const hasDog = (row: BackupRow): boolean => row.dogId !== undefined;

const dogIn = (data: BackupData, id: unknown): BackupRow | undefined =>
  data.dogs?.find(({ _id }) => _id === id);

/** The row gets the value of another row of its table. */
const sameAs = (table: RecordTable, ...names: string[]): Break =>
  of(table, `the same ${names.join(" and ")} as another`, (row, data, pick) => {
    const other = pick(
      (data[table] ?? []).filter((each) => each !== row && each[names[0] ?? ""] !== undefined),
    );
    if (!other) return false;
    for (const name of names) row[name] = other[name];
    return true;
  });

const BEFORE_ALL = "1970-01-01";
const BY_HAND: readonly Break[] = [
  sameAs("dogs", "microchipNumber", "microchipKey"),
  sameAs("dogs", "registrationNumber"),
  of("dogs", "its own sire", (row) => void (row.sireId = row._id), isSex("male")),
  of("dogs", "its own dam", (row) => void (row.damId = row._id), isSex("female")),
  of(
    "dogs",
    "two as each other's sire",
    (row, data, pick) => {
      const other = pick((data.dogs ?? []).filter((each) => each !== row && each.gender === "male"));
      if (!other) return false;
      delete row.dateOfBirth;
      delete other.dateOfBirth;
      [row.sireId, other.sireId] = [other._id, row._id];
      return true;
    },
    isSex("male"),
  ),
  of(
    "dogs",
    "a circle of three",
    (row, data) => {
      const [one, two, three] = [
        row,
        ...(data.dogs ?? []).filter((each) => each !== row && each.gender === "female"),
      ];
      if (!one || !two || !three) return false;
      for (const dog of [one, two, three]) delete dog.dateOfBirth;
      [one.damId, two.damId, three.damId] = [two._id, three._id, one._id];
      return true;
    },
    isSex("female"),
  ),
  of("dogs", "a bitch as sire", (row, data, pick) => {
    const bitch = pick((data.dogs ?? []).filter(isSex("female")));
    if (!bitch) return false;
    row.sireId = bitch._id;
    return true;
  }),
  of("dogs", "another sex", (row) => void (row.gender = row.gender === "male" ? "female" : "male")),
  of(
    "dogs",
    "a dam born after her pup",
    (row, data) => {
      const dam = dogIn(data, row.damId);
      if (!dam) return false;
      row.dateOfBirth = "2015-05-05";
      dam.dateOfBirth = "2016-05-05";
      return true;
    },
    (row) => row.damId !== undefined,
  ),
  of("dogs", "born after its own records", (row) => void (row.dateOfBirth = "2025-06-14")),
  of("dogs", "moved out of the kennel", (row) => void (row.isExternal = true)),
  of("dogs", "a sire that is not there", (row) => void (row.sireId = "nobody")),
  of("dogs", "status day before the birth", (row) =>
    Object.assign(row, { status: "deceased", dateOfBirth: "2020-01-01", statusChangedOn: "2019-01-01" }),
  ),
  of("dogs", "an active dog with a status day", (row) =>
    Object.assign(row, { status: "active", statusChangedOn: "2019-01-01" }),
  ),
  of("dogs", "rights of no breeding dog", (row) =>
    Object.assign(row, { isBreedingDog: false, breedingRights: "full" }),
  ),
  of("dogs", "keys of another", (row) =>
    Object.assign(row, { nameKey: "zz", breedKey: "zz", microchipKey: "zz" }),
  ),
  of("dogs", "counts of its own", (row) =>
    Object.assign(row, { offspringCount: 77, photoCount: 9, healthRecordCount: 9 }),
  ),
  of("dogs", "dead before its vaccines", (row) =>
    Object.assign(row, { status: "deceased", statusChangedOn: "2021-02-02", dateOfBirth: BEFORE_ALL }),
  ),
  of("dogs", "a version to come", (row) => void (row.updatedAt = 1e15)),
  of("breedings", "due before the mating", (row) => void (row.expectedDueDate = BEFORE_ALL)),
  of("breedings", "mated after the birth", (row) =>
    Object.assign(row, { breedingDate: "2025-06-10", expectedDueDate: "2025-08-12" }),
  ),
  of("breedings", "a sire as dam", (row) => void (row.damId = row.sireId)),
  of("breedings", "no number of puppies", (row) =>
    Object.assign(row, { numberBorn: -4, actualDueDate: "never" }),
  ),
  of("breedingFinances", "an amount below zero", (row) => void (row.amountCents = -100)),
  of("breedingFinances", "a day that is none", (row) => void (row.bookedOn = "someday")),
  of(
    "breedingFinances",
    "a cost called income",
    (row) => void (row.kind = row.kind === "cost" ? "income" : "cost"),
  ),
  of(
    "breedingFinances",
    "a long description",
    (row) => void (row.description = "x".repeat(SHORT_TEXT_MAX + 1)),
  ),
  of("litters", "born before the mating", (row) => void (row.whelpingDate = "2024-12-01")),
  of("litters", "more alive than born", (row) => Object.assign(row, { numberBorn: 2, numberAlive: 5 })),
  of("litters", "more males and females than born", (row) =>
    Object.assign(row, { numberBorn: 3, numberMales: 3, numberFemales: 3 }),
  ),
  of("litters", "fewer than its puppies", (row) =>
    Object.assign(row, { numberBorn: 0, numberAlive: 0, numberMales: 0, numberFemales: 0 }),
  ),
  of(
    "litters",
    "long whelping notes",
    (row) => void (row.whelping = { notes: "x".repeat(LONG_TEXT_MAX + 1) }),
  ),
  of("puppies", "a deposit above the price", (row) =>
    Object.assign(row, { priceCents: 100, depositCents: 200 }),
  ),
  of("puppies", "sold before the birth", (row) =>
    Object.assign(row, { status: "sold", saleDate: BEFORE_ALL, buyer: { name: "Ann" } }),
  ),
  of("puppies", "a buyer without a name", (row) =>
    Object.assign(row, { status: "reserved", buyer: { name: " ", email: "a@b.co" } }),
  ),
  of("puppies", "a buyer's odd address", (row) =>
    Object.assign(row, { status: "reserved", buyer: { name: "Ann", email: "nope" } }),
  ),
  of("puppies", "dead before the birth", (row) =>
    Object.assign(row, { status: "deceased", diedOn: BEFORE_ALL }),
  ),
  of("puppies", "a day of death of a living one", (row) =>
    Object.assign(row, { status: "available", diedOn: "2025-04-01" }),
  ),
  of("puppies", "stillborn and for sale", (row) =>
    Object.assign(row, { status: "available", isStillborn: true }),
  ),
  of("puppies", "grown to be their own dam", (row, data) => {
    const litter = data.litters?.find(({ _id }) => _id === row.litterId);
    row.dogId = data.breedings?.find(({ _id }) => _id === litter?.breedingId)?.damId;
    return row.dogId !== undefined;
  }),
  sameAs("puppies", "order", "litterId"),
  of("puppyWeights", "below zero", (row) => void (row.grams = -3)),
  of("puppyWeights", "before the birth", (row) => void (row.weighedAt = 0)),
  of("puppyWeights", "still to come", (row) => void (row.weighedAt = 1e14)),
  sameAs("puppyWeights", "entryKey"),
  of("puppyHealthChecks", "before the birth", (row) => void (row.checkDate = BEFORE_ALL)),
  of("puppyHealthChecks", "still to come", (row) => void (row.checkDate = "2199-01-01")),
  of("puppyHealthChecks", "colder than ice", (row) => void (row.temperatureFahrenheit = -40)),
  of(
    "heats",
    "of a male",
    (row, data, pick) => void (row.dogId = pick((data.dogs ?? []).filter(isSex("male")))?._id ?? row.dogId),
  ),
  of("heats", "over before it began", (row) => void (row.endOn = BEFORE_ALL)),
  of("heats", "before her birth", (row) => void (row.startOn = BEFORE_ALL)),
  of(
    "heats",
    "two at once",
    (row, data) => void data.heats?.push({ ...row, _id: `${String(row._id)}-twin` }),
  ),
  of("progesteroneReadings", "far from the heat", (row) => void (row.takenOn = "2020-01-01")),
  of("progesteroneReadings", "beyond any bitch", (row) => void (row.value = 5000)),
  of(
    "progesteroneReadings",
    "of another dog",
    (row, data, pick) => void (row.dogId = pick(data.dogs ?? [])?._id ?? row.dogId),
  ),
  of("healthRecords", "follow-up before the record", (row) => void (row.followUpDate = BEFORE_ALL)),
  of("healthRecords", "followed up before the record", (row) => void (row.followUpDoneOn = BEFORE_ALL)),
  of("healthRecords", "recorded in the future", (row) => void (row.dateRecorded = "2190-01-01")),
  of(
    "healthTests",
    "a result of another kind",
    (row) => void (row.result = { type: "grade", grade: "imaginary" }),
  ),
  of("healthTests", "before the birth", (row) => void (row.testedOn = "1971-01-01")),
  of("healthTests", "over before the test", (row) => void (row.validUntil = BEFORE_ALL)),
  of("medicationCourses", "over before it began", (row) => void (row.endOn = BEFORE_ALL)),
  of(
    "medicationCourses",
    "no time of day",
    (row) => void (row.schedule = { type: "times", everyDays: 0, times: ["99:99"] }),
  ),
  of("medicationCourses", "stopped in the future", (row) =>
    Object.assign(row, { stoppedOn: "2199-01-01", stopReason: "done" }),
  ),
  of("medicationCourses", "before the birth", (row) => void (row.startOn = BEFORE_ALL)),
  of("medicationDoses", "in no slot", (row) => void (row.slot = 7)),
  of("medicationDoses", "before the course", (row) => void (row.dayOn = BEFORE_ALL)),
  of("medicationDoses", "still to come", (row) => Object.assign(row, { givenAt: 1e14 })),
  sameAs("medicationDoses", "entryKey"),
  of("dogWeights", "below zero", (row) => void (row.grams = -20)),
  of("dogWeights", "still to come", (row) => void (row.weighedOn = "2199-01-01")),
  of("dogWeights", "before the birth", (row) => void (row.weighedOn = BEFORE_ALL)),
  sameAs("dogWeights", "entryKey"),
  of("immunizations", "still to come", (row) => void (row.dateAdministered = "2199-01-01")),
  of("immunizations", "due before it was given", (row) =>
    Object.assign(row, { nextDueDate: BEFORE_ALL, isDueAutomatic: false }),
  ),
  of(
    "immunizations",
    "twice on a day",
    (row, data) => void data.immunizations?.push({ ...row, _id: `${String(row._id)}-twin` }),
  ),
  of("immunizations", "nobody's", (row) => {
    delete row.dogId;
    delete row.puppyId;
  }),
  of("immunizations", "before the birth", (row) => void (row.dateAdministered = "2001-01-01"), hasDog),
  ...(["immunizations", "scheduledVaccinations"] as const).map((table) =>
    of(
      table,
      "of a dog and of another's puppy",
      (row, data, pick) => {
        row.puppyId = pick((data.puppies ?? []).filter(({ dogId }) => dogId !== row.dogId))?._id;
        return row.puppyId !== undefined;
      },
      (row) => hasDog(row) && row.puppyId === undefined,
    ),
  ),
  of("scheduledVaccinations", "far away", (row) => void (row.scheduledDate = "9999-12-31")),
  of("scheduledVaccinations", "given in the future", (row) =>
    Object.assign(row, { status: "completed", completedOn: "2199-01-01" }),
  ),
  of("scheduledVaccinations", "open and given", (row) =>
    Object.assign(row, { status: "scheduled", completedOn: "2025-01-01" }),
  ),
  of(
    "scheduledVaccinations",
    "twice on a day",
    (row, data) => void data.scheduledVaccinations?.push({ ...row, _id: `${String(row._id)}-twin` }),
  ),
  of("waitingList", "off the list and waiting", (row) => void (row.isActive = row.isActive !== true)),
  of("reminders", "pending and completed", (row) =>
    Object.assign(row, { state: "pending", completedDate: "2025-01-01" }),
  ),
  of(
    "reminders",
    "notices below zero",
    (row) =>
      void (row.notifications = { email: true, sms: false, push: false, daysInAdvance: [-1, 2.5, 9999] }),
  ),
  sameAs("reminders", "source"),
  of("reminders", "another rank", (row) => void (row.priorityRank = 99)),
  of("reminderSeries", "every zero days", (row) => void (row.interval = 0)),
  of("reminderSeries", "from no day", (row) => void (row.startsOn = "never")),
  of(
    "reminderSeries",
    "notices below zero",
    (row) => void (row.notifications = { email: true, sms: false, push: false, daysInAdvance: [-1] }),
  ),
  of("reminderTemplates", "days below zero", (row) => void (row.offsetDays = -1)),
  of("reminderTemplates", "no name", (row) => void (row.name = " ")),
  of(
    "reminderTemplates",
    "the name of another",
    (row, data) => void data.reminderTemplates?.push({ ...row, _id: `${String(row._id)}-twin` }),
  ),
  of("applicationForms", "no address", (row) => void (row.slug = "No Address!")),
  of("applicationForms", "no privacy notice", (row) => void (row.consents = [])),
  of(
    "applicationForms",
    "twice",
    (row, data) =>
      void data.applicationForms?.push({ ...row, _id: `${String(row._id)}-twin`, slug: "other" }),
  ),
  of("applications", "kept for ever", (row) => void Object.assign(row, { status: "declined", endsAt: 9e15 })),
  of("applications", "on no list", (row) => void Object.assign(row, { status: "listed" })),
  of("applications", "no email", (row) => void (row.email = "nobody")),
  of("contractTemplates", "no name", (row) => void (row.name = "")),
  of("contractTemplates", "an unknown placeholder", (row) => void (row.body = "Dear {{nobody}}")),
  of("contractTemplates", "two defaults", (row, data) => {
    row.isDefault = true;
    data.contractTemplates?.push({ ...row, _id: `${String(row._id)}-twin` });
  }),
  of(
    "kennelSettings",
    "twice",
    (row, data) => void data.kennelSettings?.push({ ...row, _id: `${String(row._id)}-twin`, taxId: "T-2" }),
  ),
  of("kennelSettings", "no color", (row) => void (row.primaryColor = "reddish")),
  of("kennelSettings", "a limit over 100%", (row) => void (row.inbreedingLimitPercent = 101)),
  of("kennelSettings", "unreadable", (row) => void (row.primaryColor = "#ffffff")),
  of("kennelSettings", "a long number", (row) => void (row.taxId = "x".repeat(SHORT_TEXT_MAX + 1))),
  of("photos", "a long caption", (row) => void (row.caption = "x".repeat(301))),
  of("photos", "none or two main ones", (row) => void (row.isPrimary = row.isPrimary !== true)),
  of("veterinaryRecords", "none or two primary ones", (row) => void (row.isPrimary = row.isPrimary !== true)),
  {
    name: "kennel: no name and no zone",
    apply: (data) => {
      Object.assign(data.kennel?.[0] ?? {}, { name: " ", timeZone: "Mars/Base", email: "nope" });
      return true;
    },
  },
];

export const BREAKS: readonly Break[] = [...DESCRIBED, ...BY_HAND];

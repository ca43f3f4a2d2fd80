/**
 * What the history of a kennel's records tells: of each kind of record what it is called, whose right it takes to read
 * it, whether it or some of its fields also take the right to money and contacts, and its fields in the product's words. Fields under `unkept` follow from others or mean nothing to people; a
 * change of these alone is no change.
 */
import type { Area } from "../constants/roles";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../records/applicant";
import { BOOKING_RECORD } from "../records/booking";
import { BREEDING_RECORD } from "../records/breeding";
import { DOG_FIELDS, DOG_STATE } from "../records/dog";
import { DOSE_FIELDS } from "../records/dose";
import type { Fields } from "../records/fields";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../records/health-record";
import { HEALTH_TEST_FIELDS } from "../records/health-test";
import { HEAT_FIELDS } from "../records/heat";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../records/litter";
import { COURSE_FIELDS, COURSE_STATE } from "../records/medication";
import { READING_FIELDS } from "../records/reading";
import { PUPPY_FIELDS, PUPPY_STATE } from "../records/puppy";
import { REMINDER_FIELDS, REMINDER_STATE, REPEATED_FIELDS } from "../records/reminder";
import { omitFields } from "../records/record";
import { VETERINARIAN_FIELDS } from "../records/veterinarian";
import { formatOf, type FieldFormat } from "../records/words";

export interface HistoryField {
  readonly label: string;
  readonly format: FieldFormat;
  readonly isConfidential?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

interface HistoryRecord {
  readonly label: string;
  readonly plural: string;
  readonly area: Area;
  /** The other area that some of its records are of: those with a value in this field. */
  readonly otherArea?: { readonly area: Area; readonly field: string };
  /** Whether all of it takes the right to money and contacts beside the one to its area. */
  readonly isConfidential?: true;
  /** The fields that name it, in the order of preference. */
  readonly titles: readonly string[];
  /** The fields by their names; parts of an object are joined with dots. */
  readonly fields: Readonly<Record<string, HistoryField>>;
  readonly unkept: readonly string[];
  /** There is always one to people: its first row is a change of what was not set. */
  readonly isAlwaysThere?: true;
  /** Says whether a change is the removal of a record by a person, after which its row stays for a while. */
  readonly isRemoval?: (before: Values, after: Values) => boolean;
}

const as =
  (format: FieldFormat) =>
  (label: string): HistoryField => ({ label, format });
const hidden: HistoryField = { label: "", format: "hidden" };
const text = as("text");
const day = as("day");
const instant = as("instant");
const cents = as("cents");
const choice = as("choice");
const flag = as("flag");
const grams = as("grams");
const fahrenheit = as("fahrenheit");

/** Names the parts of an object by the field that holds them. */
const within = (
  name: string,
  parts: Readonly<Record<string, HistoryField>>,
): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(Object.entries(parts).map(([part, field]) => [`${name}.${part}`, field]));

/** How the history tells the fields of a description, those of a group one by one. */
const described = (fields: Fields): Readonly<Record<string, HistoryField>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { isConfidential } = field;
      const marked = (told: HistoryField): HistoryField =>
        isConfidential ? { ...told, isConfidential } : told;
      return field.type === "group"
        ? Object.entries(within(name, described(field.fields))).map(([part, told]) => [part, marked(told)])
        : [[name, marked({ label: field.history ?? field.label, format: formatOf(field) })]];
    }),
  );

const notifications = {
  "notifications.email": flag("Email notification"),
  "notifications.sms": flag("SMS notification"),
  "notifications.push": flag("Push notification"),
  "notifications.daysInAdvance": text("Days in advance"),
};

export const HISTORY_RECORDS = {
  dogs: {
    label: "Dog",
    plural: "Dogs",
    area: "dogs",
    titles: ["name"],
    fields: described({ ...DOG_FIELDS, ...DOG_STATE }),
    unkept: [
      "nameKey",
      "breedKey",
      "registrationKey",
      "microchipKey",
      "offspringCount",
      "healthRecordCount",
      "photoCount",
      "primaryPhotoId",
      "importId",
      "importOrder",
      "pedigreePlace",
      "updatedAt",
    ],
  },
  photos: {
    label: "Photo",
    plural: "Photos",
    area: "dogs",
    otherArea: { area: "breeding", field: "puppyId" },
    titles: ["caption"],
    fields: { caption: text("Caption"), isPrimary: flag("Primary photo") },
    unkept: ["dogId", "puppyId", "files", "fullId", "uploadId", "bytes", "position"],
  },
  breedings: {
    label: "Breeding",
    plural: "Breedings",
    area: "breeding",
    titles: ["breedingDate"],
    fields: described(BREEDING_RECORD),
    unkept: ["actualDueDate", "isCalledOff", "studFeeWay", "numberBorn", "numberAlive", "updatedAt"],
  },
  breedingDocuments: {
    label: "Document",
    plural: "Breeding documents",
    area: "breeding",
    isConfidential: true,
    titles: ["fileName"],
    fields: { documentType: choice("Type"), fileName: text("File") },
    unkept: ["breedingId", "storageId", "fileSize", "fileType"],
  },
  breedingFinances: {
    label: "Income or cost",
    plural: "Income and costs",
    area: "breeding",
    isConfidential: true,
    titles: ["description", "category"],
    fields: {
      kind: choice("Kind"),
      category: choice("Category"),
      amountCents: cents("Amount"),
      bookedOn: day("Date"),
      description: text("Description"),
    },
    unkept: ["breedingId", "updatedAt"],
  },
  litters: {
    label: "Litter",
    plural: "Litters",
    area: "breeding",
    titles: ["whelpingDate"],
    fields: { ...described(LITTER_FIELDS), ...within("whelping", described(WHELPING_FIELDS)) },
    unkept: ["breedingId", "updatedAt"],
  },
  puppies: {
    label: "Puppy",
    plural: "Puppies",
    area: "breeding",
    titles: ["name", "order"],
    fields: described({ ...PUPPY_FIELDS, ...PUPPY_STATE }),
    unkept: ["litterId", "reservedAt", "saleRecordedOn", "updatedAt"],
  },
  puppyWeights: {
    label: "Puppy's weight",
    plural: "Puppies' weights",
    area: "breeding",
    titles: ["weighedAt"],
    fields: { grams: grams("Weight"), weighedAt: instant("Time"), removedAt: instant("Undone") },
    unkept: ["litterId", "puppyId", "weighedBy", "entryKey"],
  },
  puppyHealthChecks: {
    label: "Puppy's check",
    plural: "Puppies' checks",
    area: "breeding",
    titles: ["checkDate"],
    fields: {
      checkDate: day("Date"),
      weightGrams: grams("Weight"),
      temperatureFahrenheit: fahrenheit("Temperature"),
      notes: text("Notes"),
      veterinarian: text("Veterinarian"),
    },
    unkept: ["litterId", "puppyId", "updatedAt"],
  },
  heats: {
    label: "Heat",
    plural: "Heats",
    area: "breeding",
    titles: ["startOn"],
    fields: described(HEAT_FIELDS),
    unkept: ["dogId", "updatedAt"],
  },
  progesteroneReadings: {
    label: "Progesterone reading",
    plural: "Progesterone readings",
    area: "breeding",
    titles: ["takenOn"],
    fields: { ...described(READING_FIELDS), unit: text("Unit") },
    unkept: ["heatId", "dogId", "updatedAt"],
  },
  healthRecords: {
    label: "Health record",
    plural: "Health records",
    area: "health",
    titles: ["title"],
    fields: described({ ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE }),
    unkept: ["openFollowUpOn", "attachmentCount", "searchText", "updatedAt"],
  },
  healthAttachments: {
    label: "Attachment",
    plural: "Attachments",
    area: "health",
    titles: ["fileName"],
    fields: { fileName: text("File") },
    unkept: ["recordId", "storageId", "fileSize", "mimeType"],
  },
  healthTests: {
    label: "Health test",
    plural: "Health tests",
    area: "health",
    titles: ["name", "kind"],
    fields: {
      ...described(HEALTH_TEST_FIELDS),
      "result.type": choice("Form of the result"),
      "result.grade": text("Grade"),
      "result.left": text("Left"),
      "result.right": text("Right"),
      "result.text": text("Result"),
      "certificate.fileName": text("Certificate"),
      "certificate.storageId": hidden,
      "certificate.fileSize": hidden,
      "certificate.fileType": hidden,
    },
    unkept: ["dogId", "updatedAt"],
  },
  immunizations: {
    label: "Immunization",
    plural: "Immunizations",
    area: "health",
    titles: ["vaccineName"],
    fields: { dogId: text("Dog"), puppyId: text("Puppy"), ...described(DOSE_FIELDS) },
    unkept: ["vaccineKey", "isDueAutomatic", "isNewest", "dueOn", "searchText", "updatedAt"],
  },
  scheduledVaccinations: {
    label: "Scheduled vaccination",
    plural: "Scheduled vaccinations",
    area: "health",
    titles: ["vaccineName"],
    fields: { ...described(BOOKING_RECORD), immunizationId: hidden, puppyId: text("Puppy") },
    unkept: ["dogId", "vaccineKey", "updatedAt"],
  },
  dogWeights: {
    label: "Weight",
    plural: "Weights",
    area: "health",
    titles: ["weighedOn"],
    fields: { grams: grams("Weight"), weighedOn: day("Date"), notes: text("Notes") },
    unkept: ["dogId", "weighedBy", "entryKey", "updatedAt"],
  },
  medicationCourses: {
    label: "Medication",
    plural: "Medication",
    area: "health",
    titles: ["drug"],
    fields: {
      ...described({ ...COURSE_FIELDS, ...COURSE_STATE }),
      "schedule.type": choice("How it is given"),
      "schedule.everyDays": text("Interval in days"),
      "schedule.times": text("Times"),
    },
    unkept: ["dogId", "lastOn", "updatedAt"],
  },
  medicationDoses: {
    label: "Dose",
    plural: "Doses given",
    area: "health",
    titles: ["dayOn"],
    fields: { dayOn: day("Day"), givenAt: instant("Given at"), removedAt: instant("Undone") },
    unkept: ["courseId", "slot", "givenBy", "entryKey"],
  },
  veterinaryRecords: {
    label: "Veterinarian",
    plural: "Veterinarians",
    area: "health",
    titles: ["veterinarianName"],
    fields: described(VETERINARIAN_FIELDS),
    unkept: ["updatedAt"],
  },
  reminders: {
    label: "Reminder",
    plural: "Reminders",
    area: "reminders",
    titles: ["title"],
    isRemoval: (before, after) =>
      before.state !== "removed" && after.state === "removed" && after.isClosed !== true,
    fields: { ...described({ ...REMINDER_FIELDS, ...REMINDER_STATE }), ...notifications },
    unkept: [
      "breedingId",
      "litterId",
      "priorityRank",
      "completedAt",
      "completedBy",
      "activityId",
      "seriesId",
      "occursOn",
      "next.id",
      "next.updatedAt",
      "source",
      "notifyAt",
      "wasCompleted",
      "removedAt",
      "isClosed",
      "updatedAt",
    ],
  },
  reminderSeries: {
    label: "Series of reminders",
    plural: "Series of reminders",
    area: "reminders",
    titles: ["title"],
    fields: {
      frequency: choice("Repeats"),
      interval: text("Every"),
      endDate: day("Ends on"),
      isEnded: flag("Ended"),
      ...described(omitFields(REPEATED_FIELDS, ["breedingId", "litterId"])),
      ...notifications,
    },
    unkept: ["breedingId", "litterId", "startsOn"],
  },
  reminderTemplates: {
    label: "Reminder template",
    plural: "Reminder templates",
    area: "reminders",
    titles: ["name"],
    fields: {
      name: text("Name"),
      reminderType: choice("Type"),
      title: text("Title"),
      description: text("Description"),
      priority: choice("Priority"),
      offsetDays: text("Days after the date"),
      ...notifications,
    },
    unkept: [],
  },
  waitingList: {
    label: "Applicant",
    plural: "Waiting list",
    area: "breeding",
    isConfidential: true,
    titles: ["name"],
    fields: described({ ...APPLICANT_FIELDS, ...APPLICANT_STATE }),
    unkept: ["isActive", "rank", "leftRank", "updatedAt"],
  },
  contractTemplates: {
    label: "Contract template",
    plural: "Contract templates",
    area: "settings",
    titles: ["name"],
    fields: {
      name: text("Name"),
      kind: choice("Kind"),
      body: text("Text"),
      isDefault: flag("Default of its kind"),
    },
    unkept: ["updatedAt"],
  },
  kennels: {
    label: "Kennel",
    plural: "Kennel",
    area: "settings",
    titles: ["name"],
    fields: {
      name: text("Name"),
      prefix: text("Prefix"),
      address: text("Address"),
      phone: text("Phone"),
      email: text("Email"),
      website: text("Website"),
      timeZone: text("Time zone"),
    },
    unkept: ["ownerId", "logo.storageId", "logo.type", "logo.setAt", "logo.bytes", "updatedAt"],
  },
  kennelSettings: {
    label: "Kennel settings",
    plural: "Kennel settings",
    area: "settings",
    titles: [],
    isAlwaysThere: true,
    fields: {
      taxId: text("Tax ID"),
      businessLicense: text("Business license"),
      primaryColor: text("Primary color"),
      accentColor: text("Accent color"),
      footerText: text("Footer text"),
      showLogo: flag("Logo on documents"),
    },
    unkept: ["updatedAt"],
  },
} as const satisfies Record<string, HistoryRecord>;

/** A kind of record that has a history, by the name of its table. */
export type HistoryTable = keyof typeof HISTORY_RECORDS;

/** Lists the kinds of records that have a history. */
// The keys are exactly the kinds.
export const HISTORY_TABLES = Object.keys(HISTORY_RECORDS) as HistoryTable[];

/** Returns what the history tells of a kind of record. */
export const historyOf = (table: HistoryTable): HistoryRecord => HISTORY_RECORDS[table];

/** Returns the area whose right it takes to read a row. */
export function areaOfRow(table: HistoryTable, row: object): Area {
  const { area, otherArea } = historyOf(table);
  return otherArea && Reflect.get(row, otherArea.field) !== undefined ? otherArea.area : area;
}

/** Days for which a deleted record can be brought back. */
export const UNDELETE_DAYS = 30;

/** "noted" is what happened to no record: it has an event (domain/history/events.ts). */
export const CHANGE_KINDS = ["created", "changed", "deleted", "restored", "noted"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What a change came from, where a person did not make it on a page. */
export const CHANGE_SOURCES = ["import", "undo", "nightly"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

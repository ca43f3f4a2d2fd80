/**
 * The fields that a family's page may show, part by part; nothing else of a record is ever sent to it. The answers
 * of convex/families are built from these lists, and their validators admit no other field.
 */

export const VISIBLE = {
  kennel: ["name", "address", "phone", "email", "website", "timeZone"],
  entry: [
    ...(["name", "gender", "color", "breed", "wantedFrom", "status"] as const),
    ...(["offerUntil", "offersDeclined", "pausedUntil"] as const),
  ],
  contact: ["name", "country", "email", "phone", "address"],
  placement: ["kind", "status", "agreedOn", "handedOverOn", "priceCents", "depositCents"],
  puppy: [
    ...([
      "name",
      "order",
      "gender",
      "color",
      "markings",
      "collarColor",
      "bornAt",
      "birthWeightGrams",
    ] as const),
  ],
  /** What is added once the puppy has moved to its family. */
  handedOver: ["microchipNumber", "chipDatabase", "chippedOn", "registeredName", "registrationNumber"],
  weight: ["grams", "weighedAt"],
  check: ["checkDate", "weightGrams"],
  dose: ["vaccineName", "vaccineType", "dateAdministered", "nextDueDate"],
  doseAfterHandover: ["manufacturer", "batchNumber", "veterinaryClinic"],
  photo: ["caption"],
  litter: ["whelpingDate", "numberBorn", "letter"],
  parent: ["name", "callName", "titles", "breed", "dateOfBirth", "registrationNumber"],
  diary: ["text", "sharedAt"],
  document: ["fileName", "fileSize"],
  paper: ["paper", "handedOn", "number"],
} as const;

type Part<Row, Name extends keyof Row> = { [Each in Name]-?: Exclude<Row[Each], undefined> | null };

/** Copies the named fields of a record; null where the record has none. */
export const visiblePart = <Row extends object, const Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Part<Row, Name> =>
  // The object has exactly the named fields.
  Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Part<Row, Name>;

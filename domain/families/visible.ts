/**
 * The fields that a family's page may show, part by part. No other field of a record is ever sent to the page.
 * convex/families builds its results from these lists, and the validators of the results allow no other field.
 */

export const VISIBLE = {
  kennel: ["name", "address", "phone", "email", "website"],
  entry: ["gender", "color", "breed", "wantedFrom", "offerUntil", "pausedUntil"],
  contact: ["name", "email", "phone", "address"],
  placement: ["priceCents", "depositCents"],
  puppy: ["gender", "color", "markings", "collarColor", "bornAt", "birthWeightGrams"],
  /** Shown only after the puppy has moved to its family. */
  handedOver: ["microchipNumber", "chipDatabase", "registeredName", "registrationNumber"],
  /** A placed dog that is not a puppy of a litter. */
  dog: ["gender", "color"],
  dogHandedOver: ["microchipNumber", "chipDatabase", "registrationNumber"],
  weight: ["grams", "weighedAt"],
  dose: ["vaccineName", "dateAdministered", "nextDueDate"],
  doseAfterHandover: ["manufacturer", "batchNumber", "veterinaryClinic"],
  photo: ["caption"],
  parent: ["name", "callName", "titles", "registrationNumber"],
  plan: ["expectedDueDate"],
  diary: ["text", "sharedAt"],
  document: ["fileName", "fileSize"],
  paper: ["paper", "handedOn", "number"],
} as const;

type Part<Row, Name extends keyof Row> = { [Each in Name]-?: Exclude<Row[Each], undefined> | null };

/** A field that is absent in the record becomes null. */
export const visiblePart = <Row extends object, const Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Part<Row, Name> =>
  // The object has exactly the named fields.
  Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Part<Row, Name>;

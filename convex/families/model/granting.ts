/**
 * The database that the functions of links read. It contains only the tables that are listed here. It returns only
 * rows that belong to the link, and only the listed fields: no notes, no file ids, no other people, and only the
 * price of the family's own placement. The results of the functions are limited too (domain/families/visible.ts),
 * so a mistake in one place does not reveal data.
 */
import { isForFamily } from "../../../domain/families/record";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Subject } from "./subjects";

type Reader = QueryCtx["db"];
type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
type Method = (...args: unknown[]) => unknown;

interface GrantOf<Table extends TableNames> {
  readonly fields: readonly (keyof Doc<Table> & string)[];
  /** Visible only in a browser that was confirmed by a code. */
  readonly confirmed?: readonly (keyof Doc<Table> & string)[];
  /** Visible only in the family's own rows. */
  readonly own?: {
    readonly fields: readonly (keyof Doc<Table> & string)[];
    readonly isOf: (row: Doc<Table>, subject: Subject) => boolean;
  };
  /** These fields are only partly shown. */
  readonly parts?: Readonly<Record<string, (value: never) => unknown>>;
  readonly isOf: (row: Doc<Table>, subject: Subject) => boolean;
}
type Grants = { readonly [Table in TableNames]?: GrantOf<Table> };

const KEYS = ["_id", "_creationTime", "kennelId"] as const;

/**
 * A document that was not sent does not belong to the link. A document of a family that had the puppy before does
 * not belong to it either.
 */
export const isSigningOf = (
  { placementId, contactId, status }: Pick<Doc<"signings">, "placementId" | "contactId" | "status">,
  subject: Pick<Subject, "placementId" | "contactIds">,
): boolean =>
  placementId === subject.placementId &&
  status !== "draft" &&
  (contactId === undefined || subject.contactIds.has(contactId));

const namesOfParties = ({ kennel, family }: Doc<"signings">["parties"]): Doc<"signings">["parties"] => ({
  kennel: { name: kennel.name },
  family: { name: family.name },
});

const GRANTS: Grants = {
  kennels: {
    fields: ["_id", "_creationTime", "name", "address", "phone", "email", "website"],
    isOf: ({ _id }, { kennelId }) => _id === kennelId,
  },
  waitingList: {
    fields: [
      ...KEYS,
      ...(["name", "gender", "color", "breed", "wantedFrom", "status", "isActive", "puppyId"] as const),
      ...(["offerUntil", "pausedUntil", "updatedAt"] as const),
    ],
    isOf: ({ _id }, { applicantId }) => _id === applicantId,
  },
  contacts: {
    fields: [...KEYS, "name", "mergedInto", "updatedAt"],
    confirmed: ["email", "phone", "address"],
    isOf: ({ _id }, { contactIds }) => contactIds.has(_id),
  },
  placements: {
    fields: [
      ...KEYS,
      ...(["puppyId", "dogId", "contactId", "status", "handedOverOn", "endedAt"] as const),
      ...(["priceCents", "depositCents"] as const),
    ],
    isOf: ({ _id }, { placementId }) => _id === placementId,
  },
  placementPapers: {
    fields: [...KEYS, "placementId", "paper", "handedOn", "number", "documentId"],
    isOf: (row, { placementId }) => row.placementId === placementId,
  },
  signings: {
    fields: [
      ...KEYS,
      ...([
        "placementId",
        "title",
        "status",
        "signedBy",
        "parties",
        "sentAt",
        "expiresOn",
        "sha256",
      ] as const),
      ...(["finalSha256", "fileName", "updatedAt", "contactId"] as const),
    ],
    confirmed: ["text"],
    // The signers' email addresses are not shown, not even to the signers themselves.
    parts: { parties: namesOfParties },
    isOf: isSigningOf,
  },
  breedingDocuments: {
    fields: [...KEYS, "fileName", "fileSize"],
    isOf: ({ _id }, { documentIds }) => documentIds.has(_id),
  },
  puppies: {
    fields: [
      ...KEYS,
      ...(["litterId", "name", "order", "gender", "color", "markings", "collarColor", "bornAt"] as const),
      ...(["birthWeightGrams", "microchipNumber", "chipDatabase", "registeredName"] as const),
      ...(["registrationNumber", "dogId"] as const),
    ],
    isOf: ({ _id }, { puppyId }) => _id === puppyId,
  },
  puppyWeights: {
    fields: [...KEYS, "litterId", "puppyId", "grams", "weighedAt", "removedAt"],
    isOf: (row, { puppyId }) => row.puppyId === puppyId,
  },
  immunizations: {
    fields: [
      ...KEYS,
      ...(["puppyId", "dogId", "vaccineName", "dateAdministered", "nextDueDate"] as const),
      ...(["manufacturer", "batchNumber", "veterinaryClinic"] as const),
    ],
    isOf: (row, { puppyId, dogId }) =>
      (row.puppyId !== undefined && row.puppyId === puppyId) ||
      (row.dogId !== undefined && row.dogId === dogId),
  },
  photos: {
    fields: [...KEYS, "puppyId", "dogId", "caption", "isPrimary", "position"],
    isOf: (row, { puppyId, dogId, parentIds, diaryPhotoIds }) =>
      diaryPhotoIds.has(row._id) ||
      (row.puppyId !== undefined && row.puppyId === puppyId) ||
      (row.dogId !== undefined && (row.dogId === dogId || (parentIds.has(row.dogId) && row.isPrimary))),
  },
  diaryEntries: {
    fields: [...KEYS, "litterId", "text", "audience", "photoIds", "sharedAt"],
    isOf: (row, { litterId, isOfLitter }) => row.litterId === litterId && isForFamily(row, isOfLitter),
  },
  litters: {
    fields: [...KEYS, "breedingId", "whelpingDate"],
    isOf: ({ _id }, { litterId }) => _id === litterId,
  },
  breedings: {
    fields: [...KEYS, "sireId", "damId", "sireName", "damName", "expectedDueDate", "status"],
    isOf: ({ _id }, { breedingId, planIds }) => _id === breedingId || planIds.has(_id),
  },
  dogs: {
    fields: [...KEYS, "name", "callName", "titles", "registrationNumber", "primaryPhotoId"],
    // The own row is that of the placed dog.
    own: {
      fields: ["gender", "color", "dateOfBirth", "microchipNumber", "chipDatabase"],
      isOf: ({ _id }, { dogId }) => _id === dogId,
    },
    isOf: ({ _id }, { parentIds, dogId }) => parentIds.has(_id) || _id === dogId,
  },
};

/** Returns null if the link may read nothing of the row. */
type Show = (row: Row) => Row | null;

/** Throws for a table that links may not read. */
function showing(table: string, subject: Subject, isConfirmed: boolean): Show {
  const grant = (GRANTS as Readonly<Record<string, GrantOf<never> | undefined>>)[table];
  if (!grant) throw new Error(`Links read nothing of ${table}`);
  const names: readonly string[] = [...grant.fields, ...(isConfirmed ? (grant.confirmed ?? []) : [])];
  const own: readonly string[] = grant.own?.fields ?? [];
  const isShown = (row: Row, name: string) =>
    names.includes(name) || (own.includes(name) && grant.own?.isOf(row as never, subject) === true);
  return (row) =>
    grant.isOf(row as never, subject)
      ? // A row without some of its fields still has the type of a row.
        (Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => isShown(row, name))
            .map(([name, value]) => [name, grant.parts?.[name]?.(value as never) ?? value]),
        ) as Row)
      : null;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;

/** The result is one row, many rows, or a page. */
function shownOf(found: unknown, show: Show): unknown {
  if (typeof found !== "object" || found === null) return found;
  if (Array.isArray(found)) return found.flatMap((row: Row) => show(row) ?? []);
  if ("page" in found && Array.isArray(found.page)) return { ...found, page: shownOf(found.page, show) };
  return "_id" in found ? show(found as Row) : found;
}

async function* shownOneByOne(rows: AsyncIterable<unknown>, show: Show): AsyncGenerator<Row> {
  for await (const row of rows) {
    const shown = show(row as Row); // A query's result consists of rows.
    if (shown) yield shown;
  }
}

function grantedQuery<Query extends object>(query: Query, show: Show): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === Symbol.asyncIterator)
        return () => shownOneByOne(target as Query & AsyncIterable<unknown>, show);
      return (...args: unknown[]): unknown => {
        // The query's own methods must be called with the query as `this`.
        const answer = (value as Method).apply(target, args);
        if (isPromise(answer)) return answer.then((found) => shownOf(found, show));
        return typeof answer === "object" && answer !== null ? grantedQuery(answer, show) : answer;
      };
    },
  });
}

export function granting(db: Reader, subject: Subject, isConfirmed: boolean): Reader {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name === "system") throw new Error("Links read no files and no jobs");
      if (typeof value !== "function") return value;
      if (name === "normalizeId") return value.bind(target) as unknown;
      return (...args: unknown[]): unknown => {
        const [table] = args;
        if ((name !== "get" && name !== "query") || typeof table !== "string")
          throw new Error("Links read rows by the name of their table, and write none");
        if (name === "get" && args.length !== 2) throw new Error("A row is read by the name of its table");
        const show = showing(table, subject, isConfirmed);
        const answer = (value as Method).apply(target, args);
        return isPromise(answer)
          ? answer.then((row) => shownOf(row, show))
          : grantedQuery(answer as object, show);
      };
    },
  });
}

/**
 * The content of a file of health records or vaccine doses, read page by page. The action that writes the file has
 * no identity, so every page checks the rights of the user who requested the file. Source: decision GAP-HLT-12.
 */
import { v, type Infer } from "convex/values";
import { readsConfidential } from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import { hasWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { healthExportFormatValidator, healthExportKindValidator } from "../tables/healthExports";
import { healthRecordTypeValidator } from "../tables/healthRecords";
import { countMatching, queryMatching } from "./healthRecordList";
import { dogReader } from "./healthDogs";
import { ctxFor } from "../../platform/model/people/confidential";
import { getStanding, type Access } from "../../platform/model/people/identity";
import { countDoses, queryDoses } from "../../vaccinations/model/immunizationList";
import { doses } from "../../vaccinations/model/immunizations";
import { requireKennel } from "../../platform/model/people/kennels";
import { textOrNull } from "../../platform/tables/shared";

/** Even with the longest texts, a page stays far below the read limit of a transaction. */
const PAGE_SIZE = 250;

const exportedRecordShape = v.object({
  dateRecorded: v.string(),
  dogName: v.string(),
  recordType: healthRecordTypeValidator,
  title: v.string(),
  veterinarian: textOrNull,
  vetClinic: textOrNull,
  diagnosis: textOrNull,
  treatment: textOrNull,
  followUpDate: textOrNull,
  costCents: v.union(v.number(), v.null()),
});

const exportedDoseShape = v.object({
  dogName: v.string(),
  vaccineName: v.string(),
  vaccineType: v.string(),
  dateAdministered: v.string(),
  nextDueDate: textOrNull,
  expirationDate: textOrNull,
  isNewest: v.boolean(),
  dueOn: textOrNull,
  manufacturer: textOrNull,
  batchNumber: textOrNull,
  veterinarianName: textOrNull,
  veterinaryClinic: textOrNull,
  notes: textOrNull,
});

export const exportPageShape = v.object({
  kennelName: v.string(),
  kind: healthExportKindValidator,
  format: healthExportFormatValidator,
  today: v.string(),
  /** For example 'Health records of Bella'. */
  title: v.string(),
  /** The file includes costs. */
  areCostsTold: v.boolean(),
  /** Empty in a file of doses. */
  records: v.array(exportedRecordShape),
  /** Empty in a file of records. */
  doses: v.array(exportedDoseShape),
  /** Rows that did not match are included. */
  read: v.number(),
  cursor: textOrNull,
});
export type ExportPage = Infer<typeof exportPageShape>;

type Row = Doc<"healthExports">;
type Found = Pick<ExportPage, "records" | "doses" | "read" | "cursor">;

/** The number of matches is only known after reading. */
export const countToRead = async (
  ctx: QueryCtx,
  { kennelId, kind, filters }: Pick<Row, "kennelId" | "kind" | "filters">,
): Promise<number> =>
  kind === "immunizations"
    ? await countDoses(ctx, kennelId, filters)
    : await countMatching(ctx, kennelId, { ...filters, search: "" });

/** Returns null if the user who requested the file may no longer read health records. */
async function readerOf(ctx: QueryCtx, { kennelId, userId }: Row): Promise<Access | null> {
  const access = await getStanding(ctx, kennelId, userId);
  return access && hasPermission(access.permissions, "health", "read") ? access : null;
}

async function titleOf(ctx: QueryCtx, { kennelId, kind, filters }: Row): Promise<string> {
  const dogId = filters.dogId === null ? null : ctx.db.normalizeId("dogs", filters.dogId);
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  const things = kind === "immunizations" ? "Immunizations" : "Health records";
  const title = dog?.kennelId === kennelId ? `${things} of ${dog.name}` : things;
  return filters.search === "" ? title : `${title} with “${filters.search}”`;
}

async function readRecords(ctx: QueryCtx, { kennelId, filters }: Row, cursor: string | null): Promise<Found> {
  const { page, isDone, continueCursor } = await queryMatching(ctx, kennelId, filters).paginate({
    numItems: PAGE_SIZE,
    cursor,
  });
  const words = searchWords(filters.search);
  const dogOf = dogReader(ctx);
  const found = page.filter(
    ({ recordType, searchText }) =>
      (filters.type === null || filters.type === recordType) && hasWords(words, searchText),
  );
  return {
    records: await Promise.all(
      found.map(async (record) => ({
        dateRecorded: record.dateRecorded,
        dogName: (await dogOf(record)).name,
        recordType: record.recordType,
        title: record.title,
        veterinarian: record.veterinarian ?? null,
        vetClinic: record.vetClinic ?? null,
        diagnosis: record.diagnosis ?? null,
        treatment: record.treatment ?? null,
        followUpDate: record.followUpDate ?? null,
        costCents: record.costCents ?? null,
      })),
    ),
    doses: [],
    read: page.length,
    cursor: isDone ? null : continueCursor,
  };
}

async function readDoses(ctx: QueryCtx, { kennelId, filters }: Row, cursor: string | null): Promise<Found> {
  const { page, isDone, continueCursor } = await queryDoses(ctx, kennelId, filters).paginate({
    numItems: PAGE_SIZE,
    cursor,
  });
  const words = searchWords(filters.search);
  const describe = doses.answering(ctx);
  const found = page.filter(({ searchText = "" }) => hasWords(words, searchText));
  return {
    records: [],
    doses: await Promise.all(
      found.map(async (row) => {
        const dose = await describe(row);
        return {
          dogName: dose.dog?.name ?? dose.puppy?.name ?? "",
          vaccineName: dose.vaccineName,
          vaccineType: dose.vaccineType,
          dateAdministered: dose.dateAdministered,
          nextDueDate: dose.nextDueDate,
          expirationDate: dose.expirationDate,
          isNewest: dose.isNewest,
          dueOn: dose.dueOn,
          manufacturer: dose.manufacturer,
          batchNumber: dose.batchNumber,
          veterinarianName: dose.veterinarianName,
          veterinaryClinic: dose.veterinaryClinic,
          notes: dose.notes,
        };
      }),
    ),
    read: page.length,
    cursor: isDone ? null : continueCursor,
  };
}

/** Returns null if the export was stopped, or if the user who requested it may no longer read the rows. */
export async function readExportPage(
  ctx: QueryCtx,
  exportId: Id<"healthExports">,
  cursor: string | null,
): Promise<ExportPage | null> {
  const row = await ctx.db.get("healthExports", exportId);
  const access = row?.state === "writing" ? await readerOf(ctx, row) : null;
  if (!row || !access) return null;
  const { kind = "records", format, today } = row;
  return {
    kennelName: (await requireKennel(ctx, row.kennelId)).name,
    kind,
    format,
    today,
    title: await titleOf(ctx, row),
    areCostsTold: readsConfidential(access.permissions),
    ...(await (kind === "immunizations" ? readDoses : readRecords)(ctxFor(ctx, access), row, cursor)),
  };
}

"use node";
/**
 * Exports all data of a kennel, or everything about a person, as one file, page by page, and reports the progress.
 * Only compressed pages stay in memory. Runs in Node, because the printed document embeds its fonts. Source:
 * decisions GAP-SET-05, 06 and 12.
 */
import { setImmediate } from "node:timers/promises";
import { v } from "convex/values";
import { MAX_INLINE_FILE_BYTES } from "../../../domain/backups/format";
import type { FullFile } from "../../../domain/backups/writing";
import { toCsvZip } from "../../../domain/exports/csv-file";
import { jsonAt, writeKennelJson } from "../../../domain/exports/json-file";
import {
  kindsNamedAhead,
  RecordNames,
  type ExportedRow,
  type ExportedSheet,
  type KennelReading,
} from "../../../domain/exports/kennel-reading";
import {
  DATA_EXPORT_TYPES,
  PEDIGREE_FORMATS,
  type DataExportFormat,
  type ExportedTable,
} from "../../../domain/exports/kinds";
import { writeGedcom, writePedigreeLines } from "../../../domain/exports/pedigree-file";
import { toPrint } from "../../../domain/pdf/export";
import { toWorkbook } from "../../../domain/exports/workbook";
import { packText, PACKED_TEXT_TYPE, ZipFile, type Piece, type Write } from "../../../domain/files/packing";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import { Stopped, writeAndFinish } from "../../platform/model/files/exportJobs";
import { describeAccount } from "../../accounts/model/accountService";
import type { ArchiveFile } from "../../backups/model/backupMaking";
import type { ExportPlan } from "../model/dataExportPages";
import { columnsOf } from "../model/exportColumns";
import { EXPORT_KINDS } from "../model/exportKinds";

interface Page {
  readonly rows: object[];
  readonly cursor: string | null;
}

/** The files are included only if the export includes files. */
interface RecordPage extends Page {
  readonly files: ArchiveFile[];
}

async function* readPages<Read extends Page>(
  read: (cursor: string | null) => Promise<Read | null>,
): AsyncGenerator<Read> {
  let cursor: string | null = null;
  do {
    const page: Read | null = await read(cursor);
    if (page === null) throw new Stopped();
    yield page;
    cursor = page.cursor;
  } while (cursor !== null);
}

async function readThrough(pages: AsyncIterable<unknown>): Promise<void> {
  const iterator = pages[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

type PlannedKennel = ExportPlan["kennels"][number];

/** Reads a kennel while its file is written. Every page adds the names that other records need. */
class KennelReader implements KennelReading {
  readonly kennelId: Id<"kennels">;
  readonly name: string;
  readonly sheets: readonly ExportedSheet[];
  readonly whole?: KennelReading["whole"];
  readonly #names: RecordNames;
  /** Each content is listed once. */
  readonly #files = new Map<string, ArchiveFile>();
  #leftOut: ArchiveFile[] = [];

  constructor(
    private readonly ctx: ActionCtx,
    private readonly exportId: Id<"dataExports">,
    { kennelId, name, tables, isConfidentialShown, people, whole }: PlannedKennel,
    /** Called when all records of a kind have been read. */
    private readonly onRead: () => Promise<void>,
  ) {
    this.kennelId = kennelId;
    this.name = name;
    this.#names = new RecordNames(people);
    this.sheets = EXPORT_KINDS.filter(({ table }) => tables.includes(table)).map((kind) => ({
      kind,
      columns: columnsOf(kind.table, isConfidentialShown),
      pages: () => this.#read(kind.table),
    }));
    if (whole === null) return;
    this.#meet(whole.files);
    this.whole = {
      details: whole.details as object | null,
      files: () => this.#readFiles(),
      filesLeftOut: () => this.#leftOut,
    };
  }

  nameOf = (id: string): string => this.#names.nameOf(id);

  /** Other records need the names of these kinds. */
  async readNames(): Promise<void> {
    for (const { pages } of kindsNamedAhead(this.sheets)) await readThrough(pages());
  }

  #meet(files: readonly ArchiveFile[]): void {
    for (const file of files) this.#files.set(file.sha256, file);
  }

  /** Stops when the text is full. */
  async *#readFiles(): AsyncGenerator<FullFile> {
    let left = MAX_INLINE_FILE_BYTES;
    this.#leftOut = [];
    for (const held of this.#files.values()) {
      const { storageId, ...file } = held;
      const content = file.size <= left ? await this.ctx.storage.get(storageId) : null;
      if (!content) {
        this.#leftOut.push(held);
        continue;
      }
      left -= file.size;
      yield { ...file, bytes: new Uint8Array(await content.arrayBuffer()) };
    }
  }

  async *#read(table: ExportedTable): AsyncGenerator<ExportedRow[]> {
    const place = { exportId: this.exportId, kennelId: this.kennelId, table };
    const pages = readPages(
      async (cursor): Promise<RecordPage | null> =>
        await this.ctx.runQuery(internal.exports.dataExports.readRows, { ...place, cursor }),
    );
    for await (const page of pages) {
      const rows = page.rows as ExportedRow[]; // Every stored record has an id.
      this.#meet(page.files);
      this.#names.add(table, rows);
      yield rows;
    }
    await this.onRead();
  }
}

class Writer {
  #done = 0;
  readonly #kennels: readonly KennelReader[];
  readonly #total: number;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly exportId: Id<"dataExports">,
    private readonly plan: ExportPlan,
  ) {
    this.#kennels = plan.kennels.map(
      (kennel) => new KennelReader(ctx, exportId, kennel, async () => await this.#note()),
    );
    // A printed export reads everything twice. The print of a single pedigree reads only the dogs twice.
    const readings = plan.format === "pdf" ? 2 : 1;
    const steps = PEDIGREE_FORMATS.includes(plan.format)
      ? [plan.format === "gedcom" ? 2 : 1]
      : this.#kennels.map(({ sheets }) => kindsNamedAhead(sheets).length + readings * sheets.length);
    this.#total = Math.max(
      1,
      steps.reduce((sum, count) => sum + count, 0),
    );
  }

  async #note(): Promise<void> {
    this.#done += 1;
    const step = { exportId: this.exportId, done: this.#done, total: this.#total };
    if (!(await this.ctx.runMutation(internal.exports.dataExports.progress, step))) throw new Stopped();
  }

  async #writeKennel(kennel: KennelReader, format: DataExportFormat): Promise<Piece[]> {
    const { today } = this.plan;
    const pedigree = { today, dogId: this.plan.dogId ?? undefined };
    switch (format) {
      case "gedcom":
        return await packText(async (write) => await writeGedcom(kennel, pedigree, write));
      case "pedigree":
        return await packText(async (write) => await writePedigreeLines(kennel, pedigree, write));
      default:
        await kennel.readNames();
    }
    switch (format) {
      case "csv":
        return await toCsvZip(kennel);
      case "xlsx":
        return await toWorkbook(kennel);
      case "json":
        return await packText(async (write) => await writeKennelJson(kennel, { today }, write));
      case "pdf": {
        const printed = await toPrint(kennel, {
          printedOn: today,
          onRows: async () => await setImmediate(),
        });
        return [new Uint8Array(printed)];
      }
      default:
        return format satisfies never;
    }
  }

  /** The data about the person, the person's actions in each kennel, and the messages to the person. */
  async #readPerson(): Promise<{ person: object; picture: Uint8Array | null }> {
    const known = await this.ctx.runQuery(internal.exports.dataExports.readAboutPerson, {
      exportId: this.exportId,
    });
    if (known === null) throw new Stopped();
    const { tokenIdentifier, pictureId, ...person } = known;
    const read = async (part: "activities" | "deliveries" | "events"): Promise<object[]> => {
      const found: object[] = [];
      for (const { kennelId } of person.memberships) {
        const place = { exportId: this.exportId, kennelId, part };
        const pages = readPages(
          async (cursor): Promise<Page | null> =>
            await this.ctx.runQuery(internal.exports.dataExports.readPersonal, { ...place, cursor }),
        );
        for await (const { rows } of pages) found.push(...rows);
      }
      return found;
    };
    const file = pictureId && (await this.ctx.storage.get(pictureId));
    return {
      person: {
        ...person,
        // The sign-in history, the devices and all other data of the local accounts.
        account: await describeAccount(tokenIdentifier),
        activities: await read("activities"),
        messages: await read("deliveries"),
        teams: await read("events"),
      },
      picture: file ? new Uint8Array(await file.arrayBuffer()) : null,
    };
  }

  async #writePerson(format: "json" | "zip"): Promise<Piece[]> {
    const { today } = this.plan;
    const { person, picture } = await this.#readPerson();
    const metadata = { product: "Studbook", kind: "personal data", version: 1, exportedOn: today };
    const writeKennel = async (kennel: KennelReader, level: number, write: Write) => {
      await kennel.readNames();
      await writeKennelJson(kennel, { today, level }, write);
    };
    if (format === "json") {
      const inside = picture && {
        picture: { type: "image/jpeg", base64: Buffer.from(picture).toString("base64") },
      };
      return await packText(async (write) => {
        write(
          `{\n  "metadata": ${jsonAt(1, metadata)},\n  "person": ${jsonAt(1, { ...person, ...inside })},`,
        );
        write('\n  "kennels": [');
        for (const [index, kennel] of this.#kennels.entries()) {
          write(`${index === 0 ? "" : ","}\n    `);
          await writeKennel(kennel, 2, write);
        }
        write("\n  ]\n}");
      });
    }
    const zip = new ZipFile();
    await zip.add("person.json", (write) => write(jsonAt(0, { metadata, person })));
    if (picture) zip.addBytes("picture.jpg", picture);
    for (const [index, kennel] of this.#kennels.entries()) {
      const stem = kennel.name.replaceAll(/[^\p{L}\p{N} -]/gu, "").trim();
      await zip.add(
        `kennels/${index + 1} ${stem}.json`,
        async (write) => await writeKennel(kennel, 0, write),
      );
    }
    return zip.finish();
  }

  async write(): Promise<Piece[]> {
    const { format, isPersonal } = this.plan;
    if (isPersonal) return await this.#writePerson(format === "zip" ? "zip" : "json");
    const [kennel] = this.#kennels;
    if (!kennel || format === "zip") throw new Stopped();
    return await this.#writeKennel(kennel, format);
  }
}

async function store(ctx: ActionCtx, exportId: Id<"dataExports">): Promise<Id<"_storage"> | null> {
  const plan: ExportPlan | null = await ctx.runQuery(internal.exports.dataExports.plan, { exportId });
  if (plan === null) return null;
  const pieces = await new Writer(ctx, exportId, plan).write();
  const isText = plan.format === "json" || PEDIGREE_FORMATS.includes(plan.format);
  const type = isText ? PACKED_TEXT_TYPE : DATA_EXPORT_TYPES[plan.format];
  return await ctx.storage.store(new Blob(pieces, { type }));
}

/** Saves the file, or records its failure. */
export const write = internalAction({
  args: { exportId: v.id("dataExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> =>
    await writeAndFinish(
      async () => await store(ctx, exportId),
      async (storageId) =>
        await ctx.runMutation(internal.exports.dataExports.finish, { exportId, storageId }),
    ),
});

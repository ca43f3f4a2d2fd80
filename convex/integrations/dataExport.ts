"use node";
/**
 * Writes the file in which all of a kennel, or all about a person, leaves Studbook, page by page with its progress. Runs
 * in Node, as the printed document carries its fonts. Source: decisions GAP-SET-05, 06 and 12.
 */
import { setImmediate } from "node:timers/promises";
import { v } from "convex/values";
import { strToU8, zipSync } from "fflate";
import { KennelData, type ExportedRow } from "../../domain/exports/kennel-data";
import { toCsvZip, toJsonData, toWorkbook } from "../../domain/exports/kennel-files";
import { DATA_EXPORT_TYPES, type DataExportFormat } from "../../domain/exports/kinds";
import { toPrint } from "../../domain/exports/print";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../functions";
import type { ExportPlan } from "../model/dataExportPages";
import { columnsOf } from "../model/exportColumns";

/** Raised when the file was stopped, or its person may no longer have it. */
class Stopped extends Error {}

interface Page {
  readonly rows: object[];
  readonly cursor: string | null;
}

/** Reads pages until the last one. */
async function readPages(read: (cursor: string | null) => Promise<Page | null>): Promise<object[]> {
  const rows: object[] = [];
  let cursor: string | null = null;
  do {
    const page: Page | null = await read(cursor);
    if (page === null) throw new Stopped();
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows;
}

/** Writes one file and tells how far it has come. */
class Writer {
  #done = 0;
  readonly #total: number;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly exportId: Id<"dataExports">,
    private readonly plan: ExportPlan,
  ) {
    // Reading is one half of the way, writing the other.
    this.#total =
      2 *
      Math.max(
        1,
        plan.kennels.reduce((sum, { tables }) => sum + tables.length, 0),
      );
  }

  async #note(done: number): Promise<void> {
    this.#done = done;
    const step = { exportId: this.exportId, done, total: this.#total };
    if (!(await this.ctx.runMutation(internal.dataExports.progress, step))) throw new Stopped();
  }

  async #readKennel({ kennelId, name, tables, people }: ExportPlan["kennels"][number]): Promise<KennelData> {
    const data = new KennelData(kennelId, name, people);
    for (const table of tables) {
      const place = { exportId: this.exportId, kennelId, table };
      const rows = await readPages(
        async (cursor): Promise<Page | null> =>
          await this.ctx.runQuery(internal.dataExports.readRows, { ...place, cursor }),
      );
      data.add(table, columnsOf(table), rows as ExportedRow[]); // every stored record has its id
      await this.#note(this.#done + 1);
    }
    return data;
  }

  async #writeKennel(data: KennelData, format: DataExportFormat): Promise<Uint8Array> {
    const { today } = this.plan;
    switch (format) {
      case "csv":
        return toCsvZip(data);
      case "xlsx":
        return await toWorkbook(data);
      case "json":
        return strToU8(JSON.stringify(toJsonData(data, today), null, 2));
      case "pdf": {
        const read = this.#done;
        return await toPrint(data, {
          printedOn: today,
          onKind: async (kinds) => await this.#note(read + kinds),
          onRows: async () => await setImmediate(),
        });
      }
      default:
        return format satisfies never;
    }
  }

  /** Reads what is known about the person, what they did in each of their kennels and what was sent to them. */
  async #readPerson(): Promise<object> {
    const person = await this.ctx.runQuery(internal.dataExports.readAboutPerson, { exportId: this.exportId });
    if (person === null) throw new Stopped();
    const read = async (part: "activities" | "deliveries"): Promise<object[]> => {
      const found: object[] = [];
      for (const { kennelId } of person.memberships) {
        const place = { exportId: this.exportId, kennelId, part };
        const rows = await readPages(
          async (cursor): Promise<Page | null> =>
            await this.ctx.runQuery(internal.dataExports.readPersonal, { ...place, cursor }),
        );
        found.push(...rows);
      }
      return found;
    };
    return { ...person, activities: await read("activities"), messages: await read("deliveries") };
  }

  async #writePerson(format: "json" | "zip"): Promise<Uint8Array> {
    const { today, kennels: planned } = this.plan;
    const person = await this.#readPerson();
    const kennels: { name: string; content: object }[] = [];
    for (const kennel of planned) {
      kennels.push({ name: kennel.name, content: toJsonData(await this.#readKennel(kennel), today) });
    }
    const metadata = { product: "Studbook", kind: "personal data", version: 1, exportedOn: today };
    const written = (content: object) => strToU8(JSON.stringify(content, null, 2));
    if (format === "json") {
      return written({ metadata, person, kennels: kennels.map(({ content }) => content) });
    }
    const files = kennels.map(({ name, content }, index) => {
      const stem = name.replaceAll(/[^\p{L}\p{N} -]/gu, "").trim();
      return [`kennels/${index + 1} ${stem}.json`, written(content)] as const;
    });
    return zipSync({ "person.json": written({ metadata, person }), ...Object.fromEntries(files) });
  }

  /** Answers the file's content. */
  async write(): Promise<Uint8Array> {
    const { format, isPersonal, kennels } = this.plan;
    if (isPersonal) return await this.#writePerson(format === "zip" ? "zip" : "json");
    const [kennel] = kennels;
    if (!kennel || format === "zip") throw new Stopped();
    return await this.#writeKennel(await this.#readKennel(kennel), format);
  }
}

async function store(ctx: ActionCtx, exportId: Id<"dataExports">): Promise<Id<"_storage"> | null> {
  const plan: ExportPlan | null = await ctx.runQuery(internal.dataExports.plan, { exportId });
  if (plan === null) return null;
  const content = await new Writer(ctx, exportId, plan).write();
  // A copy, so that the file holds the document and nothing else.
  return await ctx.storage.store(
    new Blob([new Uint8Array(content)], { type: DATA_EXPORT_TYPES[plan.format] }),
  );
}

/** Writes a file that was asked for and hands it over, or notes that it failed. */
export const write = internalAction({
  args: { exportId: v.id("dataExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> => {
    try {
      const storageId = await store(ctx, exportId);
      await ctx.runMutation(internal.dataExports.finish, { exportId, storageId });
    } catch (error) {
      await ctx.runMutation(internal.dataExports.finish, { exportId, storageId: null });
      if (!(error instanceof Stopped)) throw error;
    }
    return null;
  },
});

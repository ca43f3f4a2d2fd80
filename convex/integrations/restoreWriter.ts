/**
 * Writes the records of a backup into a kennel, table by table: those that are needed come before those that need them,
 * and what could not be known then is linked at the end. Ids of the backup become those that the records have now.
 */
import type { BackupRow } from "../../domain/backup/format";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { fieldsOf, isRecord } from "../model/backupChecking";
import { BACKUP_TABLES } from "../model/backupTables";
import { rowsAtOnce, type KennelTable } from "../model/kennelRemoval";
import type { RestoreError, Try } from "../model/restores";
import { isSpared, type Written } from "../model/restoreWriting";
import { listReferences, mapReferences } from "../model/tableReferences";
import type { BackupSource } from "./backupSource";
import { pruneDropped, DROPPED } from "./restorePruning";

/** Thrown when the try was given up on, and another one is at work. */
export class Superseded extends Error {}

/** Records written in one transaction, and the text they may have together. */
const ROWS_AT_ONCE = 100;
const TEXT_AT_ONCE = 1_000_000;

/** References looked up, and records deleted, in one transaction. */
const LOOKED_UP_AT_ONCE = 500;
const REMOVED_AT_ONCE = 50;

interface Row {
  readonly formerId: string;
  readonly source: BackupRow;
}

interface Mapped {
  readonly fields: BackupRow;
  /** Whether it names records that are only written later. */
  readonly isWaiting: boolean;
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Groups rows so that each group fits a transaction. */
function* batches<Item extends { readonly fields: BackupRow }>(rows: readonly Item[]): Generator<Item[]> {
  let batch: Item[] = [];
  let text = 0;
  for (const row of rows) {
    const length = JSON.stringify(row.fields).length;
    if (batch.length === ROWS_AT_ONCE || (batch.length > 0 && text + length > TEXT_AT_ONCE)) {
      yield batch;
      batch = [];
      text = 0;
    }
    batch.push(row);
    text += length;
  }
  if (batch.length > 0) yield batch;
}

/** Puts the present ids into what made a reminder, such as `dog:{id}:rabies` (model/plannedReminders.ts). */
function mapSource(fields: BackupRow, mapId: (id: string) => string): BackupRow {
  if (typeof fields.source !== "string") return fields;
  return {
    ...fields,
    source: fields.source
      .split(/([:@])/)
      .map(mapId)
      .join(""),
  };
}

/** Writes one backup into one kennel. */
export class RestoreWriter {
  /** Ids that the backup's records have now. */
  private readonly ids = new Map<string, string>();
  /** Ids that the backup's records had. */
  private readonly known = new Set<string>();
  /** Ids outside of the backup that its records may name. */
  private readonly outside = new Set<string>();
  /** Files given to records: one content may be stored once and named twice. */
  private readonly given = new Map<string, Id<"_storage">>();
  private readonly left: Map<string, Id<"_storage">[]>;
  private readonly waiting: { table: KennelTable; row: Row }[] = [];

  constructor(
    private readonly ctx: ActionCtx,
    private readonly restore: Doc<"restores">,
    private readonly source: BackupSource,
  ) {
    this.left = new Map([...source.files].map(([hash, ids]) => [hash, [...ids]]));
  }

  private get work(): Try {
    return { restoreId: this.restore._id, attempt: this.restore.attempt };
  }

  private get includesPhotos(): boolean {
    return this.source.backup.includesPhotos;
  }

  /** Writes everything. */
  async write(): Promise<void> {
    await this.lookOutside();
    for (const table of BACKUP_TABLES) await this.writeTable(table);
    await this.link();
    if (this.restore.mode === "exact") await this.removeLater();
    await this.writeKennel();
  }

  private rowsOf(table: KennelTable): Row[] {
    return (this.source.data[table] ?? []).map((source) => ({ formerId: String(source._id), source }));
  }

  /** Finds what the records name that is not in the backup. */
  private async lookOutside(): Promise<void> {
    const references = new Map<string, string>();
    for (const table of BACKUP_TABLES)
      for (const { formerId } of this.rowsOf(table)) this.known.add(formerId);
    for (const table of BACKUP_TABLES) {
      for (const { source } of this.rowsOf(table)) {
        for (const { id, table: owner } of listReferences(table, source)) {
          if (owner !== undefined && owner !== "_storage" && owner !== "kennels" && !this.known.has(id)) {
            references.set(id, owner);
          }
        }
      }
    }
    const wanted = [...references].map(([id, table]) => ({ id, table }));
    for (const some of chunks(wanted, LOOKED_UP_AT_ONCE)) {
      const found: string[] = await this.ctx.runQuery(internal.restores.lookOutside, {
        kennelId: this.restore.kennelId,
        references: [...some],
      });
      for (const id of found) this.outside.add(id);
    }
  }

  /** Gives a record the file of a content: one that no other record got, or a copy of it. */
  private async giveFile(owner: string, hash: string): Promise<void> {
    const key = `${owner}:${hash}`;
    const stored = this.source.files.get(hash)?.[0];
    if (stored === undefined || this.given.has(key)) return;
    const free = this.left.get(hash)?.shift();
    if (free !== undefined) {
      this.given.set(key, free);
      return;
    }
    const content = await this.ctx.storage.get(stored);
    if (content) this.given.set(key, await this.ctx.storage.store(content));
  }

  /** Puts the present ids into a record's fields; null where it would be no record without what is missing. */
  private async mapRow(table: KennelTable | "kennels", { formerId, source }: Row): Promise<Mapped | null> {
    for (const { id, table: owner } of listReferences(table, source)) {
      if (owner === "_storage") await this.giveFile(formerId, id);
    }
    let isWaiting = false;
    const mapWith = (person: string) =>
      pruneDropped(
        mapReferences(table, fieldsOf(source), (id, owner) => {
          if (owner === "_storage") return this.given.get(`${formerId}:${id}`) ?? DROPPED;
          if (owner === "kennels") return this.restore.kennelId;
          const current = this.ids.get(id);
          if (current !== undefined) return current;
          if (this.known.has(id)) isWaiting = true;
          if (owner === undefined || this.outside.has(id)) return id;
          return owner === "users" ? person : DROPPED;
        }),
      );
    const own = table === "kennels" ? { ownerId: this.restore.userId } : { kennelId: this.restore.kennelId };
    // People who are not known here leave no name, or that of who restores where there must be one.
    for (const person of [DROPPED, this.restore.userId]) {
      const fields = mapSource(mapWith(person), (id) => this.ids.get(id) ?? id);
      if (isRecord(table, { ...fields, ...own })) return { fields, isWaiting };
    }
    return null;
  }

  private async send(
    table: KennelTable,
    rows: readonly { formerId: string; fields: BackupRow }[],
    isLinking: boolean,
  ): Promise<Written[]> {
    const written: Written[] | null = await this.ctx.runMutation(internal.restores.write, {
      ...this.work,
      table,
      rows: rows.map(({ formerId, fields }) => ({ formerId, fields })),
      isLinking,
      includesPhotos: this.includesPhotos,
    });
    if (written === null) throw new Superseded();
    return written;
  }

  private async writeTable(table: KennelTable): Promise<void> {
    const mapped: { formerId: string; fields: BackupRow; isWaiting: boolean; row: Row }[] = [];
    const errors: RestoreError[] = [];
    for (const row of this.rowsOf(table)) {
      const found = await this.mapRow(table, row);
      if (found) mapped.push({ ...found, formerId: row.formerId, row });
      else errors.push({ kind: table, id: row.formerId, message: this.reasonFor(table, row) });
    }
    for (const batch of batches(mapped)) {
      const written = await this.send(table, batch, false);
      for (const [place, { formerId, row, isWaiting }] of batch.entries()) {
        const result = written[place];
        if (!result) continue;
        this.ids.set(formerId, result.id);
        if (isWaiting && result.outcome !== "kept") this.waiting.push({ table, row });
      }
    }
    await this.report(errors);
  }

  private reasonFor(table: KennelTable, { source }: Row): string {
    const isFileMissing = listReferences(table, source).some(
      ({ id, table: owner }) => owner === "_storage" && !this.source.files.has(id),
    );
    return isFileMissing ? "Its file is missing" : "What it belongs to is missing";
  }

  private async report(errors: readonly RestoreError[]): Promise<void> {
    for (const some of chunks(errors, LOOKED_UP_AT_ONCE)) {
      const isCurrent: boolean = await this.ctx.runMutation(internal.restores.leftOut, {
        ...this.work,
        errors: [...some],
      });
      if (!isCurrent) throw new Superseded();
    }
  }

  /** Writes the records anew that named others which were written after them. */
  private async link(): Promise<void> {
    const byTable = new Map<KennelTable, { formerId: string; fields: BackupRow }[]>();
    for (const { table, row } of this.waiting) {
      const found = await this.mapRow(table, row);
      if (!found) continue;
      byTable.set(table, [...(byTable.get(table) ?? []), { formerId: row.formerId, fields: found.fields }]);
    }
    for (const [table, rows] of byTable)
      for (const batch of batches(rows)) await this.send(table, batch, true);
  }

  /** Deletes what came after the backup, the records that need others first. */
  private async removeLater(): Promise<void> {
    const kept = new Set(this.ids.values());
    for (const table of [...BACKUP_TABLES].reverse()) {
      if (isSpared(table, this.includesPhotos)) continue;
      const later = (await this.readIds(table)).filter((id) => !kept.has(id));
      for (const ids of chunks(later, REMOVED_AT_ONCE)) {
        const isCurrent: boolean = await this.ctx.runMutation(internal.restores.remove, {
          ...this.work,
          table,
          ids: [...ids],
        });
        if (!isCurrent) throw new Superseded();
      }
    }
  }

  private async readIds(table: KennelTable): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const page: { page: { _id: string }[]; isDone: boolean; continueCursor: string } =
        await this.ctx.runQuery(internal.kennelRemoval.readRows, {
          kennelId: this.restore.kennelId,
          table,
          paginationOpts: { numItems: rowsAtOnce(table), cursor },
        });
      ids.push(...page.page.map(({ _id }) => _id));
      ({ isDone, continueCursor: cursor } = page);
    }
    return ids;
  }

  private async writeKennel(): Promise<void> {
    const [source] = this.source.data.kennel ?? [];
    const found = source && (await this.mapRow("kennels", { formerId: "kennel", source }));
    if (!found) return;
    await this.ctx.runMutation(internal.restores.writeDetails, {
      ...this.work,
      details: found.fields,
      includesPhotos: this.includesPhotos,
    });
  }
}

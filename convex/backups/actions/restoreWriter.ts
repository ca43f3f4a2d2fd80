/**
 * Writes the records of a backup into a kennel, table by table. A record is written before the records that refer
 * to it. References to records that did not exist yet are filled in at the end. Then records newer than the backup
 * are removed. Each step also saves the position of the next step in its transaction: `{table}:{records}`, or the
 * name of a later step.
 */
import type { BackupRow } from "../../../domain/backups/format";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { BACKUP_TABLES } from "../model/backupTables";
import { circlesIn, isKin, type Kin } from "../../dogs/model/circles";
import { isRecordTable, type KennelTable } from "../../platform/model/changes/kennelTables";
import { tablePages } from "../../kennels/model/kennelRows";
import type { RestoreError, Try } from "../model/restores";
import { isSpared, type Written } from "../model/restoreWriting";
import type { BackupSource } from "./backupSource";
import { chunks, RowMapper, type Row } from "./restoreMapping";

/** Another attempt has taken over the restore. */
export class Superseded extends Error {}

/** The limits of one transaction. */
const ROWS_AT_ONCE = 100;
const TEXT_AT_ONCE = 1_000_000;

const REMOVED_AT_ONCE = 50;

/** Checking a dog reads a dozen other records. Checking any other record reads a few. */
const CHECKED_AT_ONCE = 150;
const DOGS_CHECKED_AT_ONCE = 40;

interface Ready {
  readonly row: Row;
  readonly fields: BackupRow;
  readonly losses: readonly string[];
}

type Checked = NonNullable<ReturnType<RowMapper["checked"]>> & { readonly faults: Record<string, string> };

/** A record gets these references once all records are written. */
interface Link {
  readonly table: KennelTable;
  readonly id: string;
  readonly fields: BackupRow;
}

/** The steps after `BACKUP_TABLES` run when all tables are written. */
const PLACES: readonly string[] = [...BACKUP_TABLES, "link", "remove", "check"];

/** An unreadable cursor means the beginning. */
function placeOf(cursor: string | null): { place: number; offset: number } {
  const [name = "", offset] = (cursor ?? "").split(":");
  const place = PLACES.indexOf(name);
  return place < 0 ? { place: 0, offset: 0 } : { place, offset: Number(offset ?? 0) };
}

interface Course {
  /** May throw to end the work. */
  readonly onStep: () => void;
  /** Called regularly while nothing is written. */
  readonly beat: () => Promise<void>;
}

export class RestoreWriter {
  private readonly mapper: RowMapper;
  private readonly begin: { readonly place: number; readonly offset: number };

  constructor(
    private readonly ctx: ActionCtx,
    private readonly restore: Doc<"restores">,
    private readonly source: BackupSource,
    private readonly course: Course,
  ) {
    this.mapper = new RowMapper(ctx, restore, source);
    this.begin = placeOf(restore.cursor);
  }

  private get work(): Try {
    return { restoreId: this.restore._id, attempt: this.restore.attempt };
  }

  private get includesPhotos(): boolean {
    return this.source.backup.includesPhotos;
  }

  /** A backup from another server must not change the history of people's actions. */
  private isHistoryOfOthers(table: KennelTable): boolean {
    return table === "activities" && !this.source.isMadeHere;
  }

  /** Returns null if the step is finished. */
  private offsetIn(name: string): number | null {
    const place = PLACES.indexOf(name);
    if (place < this.begin.place) return null;
    return place === this.begin.place ? this.begin.offset : 0;
  }

  async write(): Promise<void> {
    await this.mapper.prepare(this.course.beat);
    for (const table of BACKUP_TABLES) {
      const offset = this.offsetIn(table);
      if (offset !== null) await this.writeTable(table, offset);
    }
    await this.link(this.offsetIn("link"));
    if (this.restore.mode === "exact") await this.removeLater();
    await this.check(this.offsetIn("check") ?? 0);
    await this.writeKennel();
  }

  private async send(
    table: KennelTable,
    rows: readonly Ready[],
    errors: readonly RestoreError[],
    cursor: string,
  ): Promise<void> {
    const written: Written[] | null = await this.ctx.runMutation(internal.backups.restores.write, {
      ...this.work,
      table,
      rows: rows.map(({ row, fields, losses }) => ({ formerId: row.formerId, fields, losses: [...losses] })),
      errors: [...errors],
      includesPhotos: this.includesPhotos,
      keepsPresent: this.isHistoryOfOthers(table),
      cursor,
    });
    if (written === null) throw new Superseded();
    for (const [place, { row }] of rows.entries()) {
      const result = written[place];
      if (result) this.mapper.note(table, row, result);
    }
    this.course.onStep();
  }

  private async writeTable(table: KennelTable, offset: number): Promise<void> {
    let batch: Ready[] = [];
    let errors: RestoreError[] = [];
    let text = 0;
    let done = offset;
    const count = this.source.records.countOf(table);
    for await (const rows of this.mapper.rowsOf(table, offset)) {
      for (const row of rows) {
        const mapped = await this.mapper.map(table, row);
        if (mapped.fields) batch.push({ row, fields: mapped.fields, losses: mapped.losses });
        else errors.push({ kind: table, id: row.formerId, message: mapped.message });
        text += JSON.stringify(mapped.fields).length;
        done += 1;
        const isFull = batch.length + errors.length === ROWS_AT_ONCE || text > TEXT_AT_ONCE;
        if (!isFull && done < count) continue;
        await this.send(table, batch, errors, `${table}:${done}`);
        [batch, errors, text] = [[], [], 0];
      }
    }
  }

  private async link(offset: number | null): Promise<void> {
    if (offset === null) return;
    let batch: Link[] = [];
    let found = 0;
    for await (const link of this.mapper.links()) {
      found += 1;
      if (found <= offset) continue;
      // One transaction writes the records of a single table.
      if (batch.length === ROWS_AT_ONCE || (batch[0] && batch[0].table !== link.table)) {
        await this.sendLinks(batch, found - 1);
        batch = [];
      }
      batch.push(link);
    }
    await this.sendLinks(batch, found);
  }

  private async sendLinks(batch: readonly Link[], done: number): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const isCurrent: boolean = await this.ctx.runMutation(internal.backups.restores.link, {
      ...this.work,
      table: first.table,
      rows: batch.map(({ id, fields }) => ({ id, fields })),
      cursor: `link:${done}`,
    });
    if (!isCurrent) throw new Superseded();
    this.course.onStep();
  }

  /** Records that refer to other records are deleted first. */
  private async removeLater(): Promise<void> {
    for (const table of [...BACKUP_TABLES].reverse()) {
      if (isSpared(table, this.includesPhotos) || this.isHistoryOfOthers(table)) continue;
      const kept = this.mapper.presentOf(table);
      const later = (await this.readIds(table)).filter((id) => !kept.has(id));
      for (const ids of chunks(later, REMOVED_AT_ONCE)) {
        const isCurrent: boolean = await this.ctx.runMutation(internal.backups.restores.remove, {
          ...this.work,
          table,
          ids,
        });
        if (!isCurrent) throw new Superseded();
        this.course.onStep();
      }
    }
  }

  private async readIds(table: KennelTable): Promise<string[]> {
    const ids: string[] = [];
    for await (const rows of tablePages(this.ctx, this.restore.kennelId, table))
      ids.push(...rows.map(({ _id }) => _id));
    return ids;
  }

  /**
   * Compares the written records with each other and with the kennel's other records. Records that were restored
   * unchanged need no check.
   */
  private async check(offset: number): Promise<void> {
    if (this.source.isMadeHere && this.restore.mode === "exact") return;
    const circles = await this.findCircles();
    let seen = 0;
    for (const table of BACKUP_TABLES.filter(isRecordTable)) {
      const most = table === "dogs" ? DOGS_CHECKED_AT_ONCE : CHECKED_AT_ONCE;
      let batch: Checked[] = [];
      const send = async () => {
        if (batch.length > 0) await this.sendChecks(table, batch, seen);
        batch = [];
      };
      for await (const rows of this.mapper.rowsOf(table)) {
        for (const row of rows) {
          seen += 1;
          const checked = seen > offset ? this.mapper.checked(table, row) : null;
          if (!checked) continue;
          batch.push({ ...checked, faults: table === "dogs" ? (circles.get(checked.id) ?? {}) : {} });
          if (batch.length === most) await send();
        }
        await this.course.beat();
      }
      await send();
    }
  }

  private async sendChecks(table: KennelTable, rows: Checked[], seen: number): Promise<void> {
    const isCurrent: boolean = await this.ctx.runMutation(internal.backups.restores.check, {
      ...this.work,
      ...{ table, rows, cursor: `check:${seen}` },
    });
    if (!isCurrent) throw new Superseded();
    this.course.onStep();
  }

  private async findCircles(): Promise<ReadonlyMap<string, Record<string, string>>> {
    const written = this.mapper.writtenOf("dogs");
    // An unchanged record refers to no added record.
    if (written.size === 0 || (this.source.isMadeHere && this.restore.mode === "add")) return new Map();
    const pedigree = new Map<string, Kin>();
    for await (const rows of tablePages(this.ctx, this.restore.kennelId, "dogs")) {
      for (const row of rows) if (isKin(row)) pedigree.set(row._id, row);
      await this.course.beat();
    }
    return circlesIn(pedigree, written);
  }

  private async writeKennel(): Promise<void> {
    const source = await this.source.records.single("kennel");
    const mapped = source && (await this.mapper.mapKennel(source));
    if (!mapped) return;
    const isCurrent: boolean = await this.ctx.runMutation(internal.backups.restores.writeDetails, {
      ...this.work,
      details: mapped.fields,
      losses: mapped.losses,
      includesPhotos: this.includesPhotos,
    });
    if (!isCurrent) throw new Superseded();
  }
}

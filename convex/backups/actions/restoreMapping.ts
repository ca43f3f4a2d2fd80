/**
 * Replaces the ids and files in the records of a backup by the ids and files of the kennel. Existing records, from
 * before or from an interrupted attempt, are looked up once at the beginning. Only ids are stored in memory;
 * records are read again whenever they are needed.
 */
import type { GenericValidator } from "convex/values";
import type { BackupRow } from "../../../domain/backups/format";
import { latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { fieldsOf, isRecord } from "../model/backupChecking";
import { BACKUP_TABLES } from "../model/backupTables";
import { checkOf } from "../../checks";
import { kennelFaults } from "../../kennels/model/checks";
import { mendRow, tellLeftOut, tellLoss, withDerived } from "../../platform/model/changes/checking";
import { isRecordTable, type KennelTable, type RecordTable } from "../../platform/model/changes/kennelTables";
import type { DeletionRule } from "../../platform/tables/rows";
import { DEFINITIONS, TABLES } from "../../tables.gen";
import { MISSING_OWNER } from "../model/restoreChecking";
import { placeOf, type Present } from "../model/restoreFinding";
import type { Written } from "../model/restoreWriting";
import { listReferences, mapReferences, type Reference } from "../../platform/model/changes/tableReferences";
import type { BackupSource } from "./backupSource";
import { pruneDropped, DROPPED } from "./restorePruning";

/** How many ids one transaction looks up. Each id may need several reads, and a query may do 4,096. */
const LOOKED_UP_AT_ONCE = 250;

export interface Row {
  readonly formerId: string;
  readonly source: BackupRow;
}

type Owner = KennelTable | "kennels";

/** The key contains the table, because a hand-written backup may use one id in two tables. */
const keyOf = (table: string, id: string): string => `${table}:${id}`;

/** The position of each table in the order of writing. */
const ORDERS: ReadonlyMap<string, number> = new Map(BACKUP_TABLES.map((table, order) => [table, order]));

/** The new id, and whether this restore added the record or left it unchanged. */
interface Known {
  id?: string;
  state?: "added" | "kept";
}

/** References may lead to these tables although a restore does not write them. */
const NOT_RECORDS: ReadonlySet<string> = new Set(["_storage", "kennels", "users"]);

/** Either ready to be written, or the reason why the record is left out. */
type Mapped =
  | { readonly fields: BackupRow; readonly losses: readonly string[] }
  | { readonly fields: null; readonly message: string };

/** A hand-written backup may contain any number of ids outside the backup. */
const MAX_REMEMBERED = 100_000;

export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

export class RowMapper {
  /** The keys are the former ids of the records. */
  private readonly known = new Map<string, Map<string, Known>>();
  /** The unique value of these records already belongs to another record of the backup. */
  private readonly doubles = new Set<Known>();
  private addedCount = 0;
  /** Records of the backup may refer to these ids. */
  private readonly outside = new Set<string>();
  /** A backup contains each content once, even if two records use the same content. */
  private readonly given = new Map<string, Id<"_storage">>();
  private readonly left: Map<string, Id<"_storage">[]>;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly restore: Doc<"restores">,
    private readonly source: BackupSource,
  ) {
    this.left = new Map([...source.files].map(([hash, ids]) => [hash, [...ids]]));
  }

  /** Every attempt reads the records in the same order. */
  async *rowsOf(table: KennelTable, from = 0): AsyncGenerator<readonly Row[]> {
    for await (const { rows } of this.source.records.parts(table, from)) {
      yield rows.map((source) => ({ formerId: String(source._id), source }));
    }
  }

  /** Calls `beat` regularly, so that the restore counts as running. */
  async prepare(beat: () => Promise<void>): Promise<void> {
    const hashes = new Map<string, string>();
    for (const [hash, ids] of this.source.files) for (const id of ids) hashes.set(id, hash);
    for (const table of BACKUP_TABLES) {
      const known = new Map<string, Known>();
      this.known.set(table, known);
      const taken = new Set<string>();
      for await (const rows of this.rowsOf(table)) {
        for (const some of chunks(rows, LOOKED_UP_AT_ONCE)) await this.lookUp(table, some, known, hashes);
        for (const { formerId, source } of rows) {
          const place = placeOf(table, source);
          const row = known.get(formerId);
          if (row && place !== null && taken.has(place)) this.doubles.add(row);
          if (place !== null) taken.add(place);
        }
        await beat();
      }
    }
    await this.lookOutside(beat);
  }

  private async lookUp(
    table: KennelTable,
    rows: readonly Row[],
    known: Map<string, Known>,
    hashes: ReadonlyMap<string, string>,
  ): Promise<void> {
    const present: (Present | null)[] = await this.ctx.runQuery(internal.backups.restores.lookUp, {
      kennelId: this.restore.kennelId,
      restoreId: this.restore._id,
      table,
      formerIds: rows.map(({ formerId }) => formerId),
    });
    for (const [place, { formerId }] of rows.entries()) {
      const found = present[place];
      known.set(formerId, found ? this.meet(keyOf(table, formerId), found, hashes) : {});
    }
  }

  private meet(key: string, present: Present, hashes: ReadonlyMap<string, string>): Known {
    // A record that already exists keeps its file.
    for (const file of present.files) {
      const hash = hashes.get(file);
      const free = hash === undefined ? undefined : this.left.get(hash);
      const at = free?.indexOf(file) ?? -1;
      if (hash === undefined || !free || at < 0) continue;
      free.splice(at, 1);
      this.given.set(keyOf(key, hash), file);
    }
    if (present.isOwn) {
      this.addedCount += 1;
      return { id: present.id, state: "added" };
    }
    return this.restore.mode === "add" ? { id: present.id, state: "kept" } : { id: present.id };
  }

  private async lookOutside(beat: () => Promise<void>): Promise<void> {
    const lookedUp = new Set<string>();
    let waiting: { table: string; id: string }[] = [];
    for (const table of BACKUP_TABLES) {
      for await (const rows of this.rowsOf(table)) {
        for (const { table: owner, id } of rows.flatMap(({ source }) => listReferences(table, source))) {
          if (owner === undefined || owner === "_storage" || owner === "kennels") continue;
          // The author of an uploaded file must not be able to attribute records to other users.
          if (owner === "users" && !this.source.isMadeHere) continue;
          const key = keyOf(owner, id);
          if (lookedUp.has(key) || this.known.get(owner)?.has(id) === true) continue;
          if (lookedUp.size === MAX_REMEMBERED) lookedUp.clear();
          lookedUp.add(key);
          waiting.push({ table: owner, id });
        }
        for (const some of chunks(waiting, LOOKED_UP_AT_ONCE)) await this.askFor(some);
        waiting = [];
        await beat();
      }
    }
  }

  private async askFor(references: { table: string; id: string }[]): Promise<void> {
    const { kennelId } = this.restore;
    const isForeign = this.source.backup.sourceKennelId !== kennelId;
    const found: string[] = await this.ctx.runQuery(internal.backups.restores.lookOutside, {
      kennelId,
      isForeign,
      references,
    });
    for (const key of found) this.outside.add(key);
  }

  /** Searches every table if `owner` is undefined. */
  private find(owner: string | undefined, id: string): { table: string; known: Known } | null {
    for (const table of owner === undefined ? BACKUP_TABLES : [owner]) {
      const known = this.known.get(table)?.get(id);
      if (known) return { table, known };
    }
    return null;
  }

  /** The record gets a stored file that no other record has, or else a copy. */
  private async giveFile(owner: string, hash: string): Promise<void> {
    const key = keyOf(owner, hash);
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

  private mapFields(table: Owner, source: BackupRow, fileOf: (hash: string) => string): BackupRow | null {
    const { kennelId, userId } = this.restore;
    const mapWith = (person: string) =>
      pruneDropped(
        mapReferences(table, fieldsOf(source), (id, owner) => {
          if (owner === "_storage") return fileOf(id);
          if (owner === "kennels") return kennelId;
          const found = this.find(owner, id);
          if (found) return found.known.id ?? (owner === undefined ? id : DROPPED);
          if (owner === undefined || this.outside.has(keyOf(owner, id))) return id;
          return owner === "users" ? person : DROPPED;
        }),
      );
    const own = table === "kennels" ? { ownerId: userId } : { kennelId };
    // An unknown user is left out. If the field requires a user, the field gets the user who restores the backup.
    for (const person of [DROPPED, userId]) {
      const fields = mapWith(person);
      if (isRecord(table, { ...fields, ...own })) return fields;
    }
    return null;
  }

  /** Returns the fields to write and the removed values, or the reason why the record is left out. */
  async map(table: KennelTable, row: Row): Promise<Mapped> {
    const known = this.known.get(table)?.get(row.formerId);
    if (known && this.doubles.has(known)) {
      return {
        fields: null,
        message: tellLeftOut(table, row.source, "Another record of the file has its place"),
      };
    }
    const fields = await this.mapped(table, row);
    if (!fields) return { fields: null, message: this.reasonFor(table, row) };
    const isKept = known?.state === "kept";
    if (isKept || !isRecordTable(table)) return { fields, losses: [] };
    const check = checkOf(table);
    // This server checked these records when they were saved. Only derived fields may be calculated differently
    // since then.
    if (this.source.isMadeHere) return { fields: withDerived(table, check, fields), losses: [] };
    const mended = mendRow(table, check, fields, latestDayOnEarth(Date.now()));
    if (!mended.row) return { fields: null, message: mended.losses[0] ?? "" };
    return { fields: mended.row, losses: mended.losses };
  }

  async mapKennel(source: BackupRow): Promise<{ fields: BackupRow; losses: string[] } | null> {
    const fields = await this.mapped("kennels", { formerId: "kennel", source });
    if (!fields || this.source.isMadeHere) return fields && { fields, losses: [] };
    const faults = kennelFaults(fields);
    const left = Object.entries(fields).filter(([name]) => faults[name] === undefined);
    const losses = Object.entries(faults).map(([name, message]) => `${name} was left out: ${message}`);
    return { fields: Object.fromEntries(left), losses };
  }

  /** Returns null if a required id or file is missing. */
  private async mapped(table: Owner, { formerId, source }: Row): Promise<BackupRow | null> {
    const owner = keyOf(table, formerId);
    for (const { id, table: kind } of listReferences(table, source)) {
      if (kind === "_storage") await this.giveFile(owner, id);
    }
    const fields = this.mapFields(table, source, (hash) => this.given.get(keyOf(owner, hash)) ?? DROPPED);
    if (table !== "activities" || this.source.isMadeHere) return fields;
    return fields && { ...fields, userId: this.restore.userId, isFromUpload: true };
  }

  private reasonFor(table: KennelTable, { source }: Row): string {
    const isFileMissing = listReferences(table, source).some(
      ({ id, table: owner }) => owner === "_storage" && !this.source.files.has(id),
    );
    return isFileMissing ? "Its file is missing" : MISSING_OWNER;
  }

  note(table: KennelTable, { formerId }: Row, { id, outcome }: Written): void {
    const known = this.known.get(table)?.get(formerId);
    if (!known) return;
    known.id = id;
    if (outcome === "added" && known.state !== "added") this.addedCount += 1;
    if (outcome !== "replaced") known.state = outcome;
  }

  /** The field refers to an added record whose table is written at or after this position. */
  private isLate(table: KennelTable, name: string, value: unknown, order: number): boolean {
    return listReferences(table, { [name]: value }).some(({ id, table: owner }) => {
      const found = this.find(owner, id);
      return found?.known.state === "added" && (ORDERS.get(found.table) ?? 0) >= order;
    });
  }

  /**
   * Returns the fields that refer to records which did not exist when this record was written; null if there are
   * none.
   */
  private linksOf(table: KennelTable, { formerId, source }: Row, order: number) {
    const known = this.known.get(table)?.get(formerId);
    if (known?.id === undefined || known.state === "kept") return null;
    const late = Object.entries(fieldsOf(source)).filter(([name, value]) =>
      this.isLate(table, name, value, order),
    );
    // Files stay unchanged, because no field contains both a file and a reference to a record.
    const mapped = late.length > 0 ? this.mapFields(table, source, (hash) => hash) : null;
    const fields = late.flatMap(([name]) => {
      const value = mapped?.[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return fields.length === 0 ? null : { id: known.id, fields: Object.fromEntries(fields) };
  }

  /** These references are filled in after everything is written. Every attempt lists them in the same order. */
  async *links(): AsyncGenerator<{ table: KennelTable; id: string; fields: BackupRow }> {
    if (this.addedCount === 0) return;
    for (const [order, table] of BACKUP_TABLES.entries()) {
      for await (const rows of this.rowsOf(table)) {
        for (const row of rows) {
          const links = this.linksOf(table, row, order);
          if (links) yield { table, ...links };
        }
      }
    }
  }

  /** Returns false if a reference leads to a record that this restore did not write. */
  private isOurs({ id, table }: Reference): boolean {
    if (table === undefined || NOT_RECORDS.has(table)) return true;
    const found = this.find(table, id);
    return found ? found.known.state !== "kept" : !this.outside.has(keyOf(table, id));
  }

  /** The target records of these references do not exist. */
  private lostLinks(table: RecordTable, source: BackupRow): string[] {
    const rules: Readonly<Record<string, DeletionRule>> = TABLES[table].onDelete;
    return Object.entries(rules).flatMap(([name, { does }]) => {
      const id = source[name];
      const column = (DEFINITIONS[table].validator.fields as Record<string, GenericValidator>)[name];
      if (typeof id !== "string" || does === "stay" || column?.kind !== "id") return [];
      const found = this.find(column.tableName, id);
      const isLost = found
        ? found.known.id === undefined
        : !this.source.isMadeHere && !this.outside.has(keyOf(column.tableName, id));
      return isLost
        ? [tellLoss(table, source, name, "was left out", "The record that it names is missing")]
        : [];
    });
  }

  /** Returns null if there is nothing to check. */
  checked(table: RecordTable, { formerId, source }: Row) {
    const known = this.known.get(table)?.get(formerId);
    if (known?.id === undefined || known.state === "kept") return null;
    const losses = this.lostLinks(table, source);
    const isAmong =
      !this.source.isMadeHere || !listReferences(table, source).every((each) => this.isOurs(each));
    if (!isAmong && losses.length === 0 && checkOf(table)?.doubles === undefined) return null;
    return { id: known.id, formerId, isAdded: known.state === "added", isAmong, losses };
  }

  writtenOf(table: KennelTable): ReadonlySet<string> {
    const written = [...(this.known.get(table)?.values() ?? [])].filter(({ state }) => state !== "kept");
    return new Set(written.flatMap(({ id }) => (id === undefined ? [] : [id])));
  }

  /** The result contains records that this restore left unchanged. */
  presentOf(table: KennelTable): ReadonlySet<string> {
    const ids = [...(this.known.get(table)?.values() ?? [])].flatMap(({ id }) =>
      id === undefined ? [] : [id],
    );
    return new Set(ids);
  }
}

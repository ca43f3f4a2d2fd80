/**
 * Puts the ids and files that the records of a backup have in the kennel now into their fields. What stands already, put
 * there before or by a try that was cut off, is asked for once at the beginning.
 */
import type { BackupRow } from "../../domain/backup/format";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { fieldsOf, isRecord } from "../model/backupChecking";
import { BACKUP_TABLES } from "../model/backupTables";
import type { KennelTable } from "../model/kennelRemoval";
import type { Present } from "../model/restoreFinding";
import type { Written } from "../model/restoreWriting";
import { listReferences, mapReferences } from "../model/tableReferences";
import type { BackupSource } from "./backupSource";
import { pruneDropped, DROPPED } from "./restorePruning";

/** Ids looked up in one transaction: each may cost several reads, of which a query has 4,096. */
const LOOKED_UP_AT_ONCE = 250;

/** One record of a backup. */
export interface Row {
  readonly formerId: string;
  readonly source: BackupRow;
}

type Owner = KennelTable | "kennels";

/** Names a record: an id alone may stand in two tables of a file that was made by hand. */
const keyOf = (table: string, id: string): string => `${table}:${id}`;

/** Cuts a list into parts. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Knows what each record of one backup is in one kennel. */
export class RowMapper {
  private readonly rows = new Map<KennelTable, Row[]>();
  /** The place of each record's table in the order of writing. */
  private readonly orders = new Map<string, number>();
  /** Records by their former id alone, for references that may be any record's. */
  private readonly keys = new Map<string, string>();
  private readonly ids = new Map<string, string>();
  /** Records that this restore has added, and those that it leaves as they are. */
  private readonly added = new Set<string>();
  private readonly kept = new Set<string>();
  /** Ids outside of the backup that its records may name. */
  private readonly outside = new Set<string>();
  /** Files given to records: one content may be stored once and named twice. */
  private readonly given = new Map<string, Id<"_storage">>();
  private readonly left: Map<string, Id<"_storage">[]>;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly restore: Doc<"restores">,
    private readonly source: BackupSource,
  ) {
    this.left = new Map([...source.files].map(([hash, ids]) => [hash, [...ids]]));
    for (const [order, table] of BACKUP_TABLES.entries()) {
      const rows = (source.data[table] ?? []).map((row) => ({ formerId: String(row._id), source: row }));
      this.rows.set(table, rows);
      for (const { formerId } of rows) {
        const key = keyOf(table, formerId);
        this.orders.set(key, order);
        if (!this.keys.has(formerId)) this.keys.set(formerId, key);
      }
    }
  }

  /** Answers the records of a table in their order, which is the same in every try. */
  rowsOf(table: KennelTable): readonly Row[] {
    return this.rows.get(table) ?? [];
  }

  /** Finds what is there already. */
  async prepare(): Promise<void> {
    const hashes = new Map<string, string>();
    for (const [hash, ids] of this.source.files) for (const id of ids) hashes.set(id, hash);
    for (const table of BACKUP_TABLES) {
      for (const rows of chunks(this.rowsOf(table), LOOKED_UP_AT_ONCE)) {
        const present: (Present | null)[] = await this.ctx.runQuery(internal.restores.lookUp, {
          kennelId: this.restore.kennelId,
          restoreId: this.restore._id,
          table,
          formerIds: rows.map(({ formerId }) => formerId),
        });
        for (const [place, { formerId }] of rows.entries()) {
          const found = present[place];
          if (found) this.meet(table, formerId, found, hashes);
        }
      }
    }
    await this.lookOutside();
  }

  private meet(table: KennelTable, formerId: string, present: Present, hashes: ReadonlyMap<string, string>) {
    const key = keyOf(table, formerId);
    this.ids.set(key, present.id);
    if (present.isOwn) this.added.add(key);
    else if (this.restore.mode === "add") this.kept.add(key);
    // A record keeps the file that it has.
    for (const file of present.files) {
      const hash = hashes.get(file);
      const free = hash === undefined ? undefined : this.left.get(hash);
      const at = free?.indexOf(file) ?? -1;
      if (hash === undefined || !free || at < 0) continue;
      free.splice(at, 1);
      this.given.set(keyOf(key, hash), file);
    }
  }

  /** Finds what the records name that is not in the backup. */
  private async lookOutside(): Promise<void> {
    const references = new Map<string, { table: string; id: string }>();
    for (const table of BACKUP_TABLES) {
      for (const { source } of this.rowsOf(table)) {
        for (const { id, table: owner } of listReferences(table, source)) {
          if (owner === undefined || owner === "_storage" || owner === "kennels") continue;
          const key = keyOf(owner, id);
          if (!this.orders.has(key)) references.set(key, { table: owner, id });
        }
      }
    }
    const { kennelId } = this.restore;
    const isForeign = this.source.backup.sourceKennelId !== kennelId;
    for (const some of chunks([...references.values()], LOOKED_UP_AT_ONCE)) {
      const found: string[] = await this.ctx.runQuery(internal.restores.lookOutside, {
        kennelId,
        isForeign,
        references: some,
      });
      for (const key of found) this.outside.add(key);
    }
  }

  private keyFor(owner: string | undefined, id: string): string | undefined {
    if (owner === undefined) return this.keys.get(id);
    const key = keyOf(owner, id);
    return this.orders.has(key) ? key : undefined;
  }

  /** Gives a record the file of a content: one that no other record got, or a copy of it. */
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
          const key = this.keyFor(owner, id);
          if (key !== undefined) return this.ids.get(key) ?? (owner === undefined ? id : DROPPED);
          if (owner === undefined || this.outside.has(keyOf(owner, id))) return id;
          return owner === "users" ? person : DROPPED;
        }),
      );
    const own = table === "kennels" ? { ownerId: userId } : { kennelId };
    // People who are not known here leave no name, or that of who restores where there must be one.
    for (const person of [DROPPED, userId]) {
      const fields = mapWith(person);
      if (isRecord(table, { ...fields, ...own })) return fields;
    }
    return null;
  }

  /** Answers a record's fields as they are written; null where it would be no record without what is missing. */
  async map(table: Owner, { formerId, source }: Row): Promise<BackupRow | null> {
    const owner = keyOf(table, formerId);
    for (const { id, table: kind } of listReferences(table, source)) {
      if (kind === "_storage") await this.giveFile(owner, id);
    }
    return this.mapFields(table, source, (hash) => this.given.get(keyOf(owner, hash)) ?? DROPPED);
  }

  /** Says why a record was left out. */
  reasonFor(table: KennelTable, { source }: Row): string {
    const isFileMissing = listReferences(table, source).some(
      ({ id, table: owner }) => owner === "_storage" && !this.source.files.has(id),
    );
    return isFileMissing ? "Its file is missing" : "What it belongs to is missing";
  }

  /** Notes down what became of a record. */
  note(table: KennelTable, { formerId }: Row, { id, outcome }: Written): void {
    const key = keyOf(table, formerId);
    this.ids.set(key, id);
    if (outcome === "added") this.added.add(key);
    if (outcome === "kept") this.kept.add(key);
  }

  /** Says whether a field names a record that was added after those of a place in the order of writing. */
  private isLate(table: KennelTable, name: string, value: unknown, order: number): boolean {
    const keys = listReferences(table, { [name]: value }).map(({ id, table: owner }) =>
      this.keyFor(owner, id),
    );
    return keys.some(
      (key) => key !== undefined && this.added.has(key) && (this.orders.get(key) ?? 0) >= order,
    );
  }

  /** Answers those fields of a record that name others which were not known when it was written; null for none. */
  private linksOf(table: KennelTable, { formerId, source }: Row, order: number) {
    const key = keyOf(table, formerId);
    const id = this.ids.get(key);
    if (id === undefined || this.kept.has(key)) return null;
    const late = Object.entries(fieldsOf(source)).filter(([name, value]) =>
      this.isLate(table, name, value, order),
    );
    // Files stay as they were written; no field holds both a file and a record.
    const mapped = late.length > 0 ? this.mapFields(table, source, (hash) => hash) : null;
    const fields = late.flatMap(([name]) => {
      const value = mapped?.[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return fields.length === 0 ? null : { id, fields: Object.fromEntries(fields) };
  }

  /** Lists, table by table, what is linked once everything is written; the same in every try. */
  links(): { table: KennelTable; id: string; fields: BackupRow }[] {
    if (this.added.size === 0) return [];
    return [...BACKUP_TABLES.entries()].flatMap(([order, table]) =>
      this.rowsOf(table).flatMap((row) => {
        const links = this.linksOf(table, row, order);
        return links ? [{ table, ...links }] : [];
      }),
    );
  }

  /** Answers the ids that the backup's records have now. */
  get present(): ReadonlySet<string> {
    return new Set(this.ids.values());
  }
}

/**
 * A random kennel with records of every kind that a backup contains. It is generated from the schema, so that new
 * tables and fields are included automatically. References lead to records of the kennel, and files are stored.
 */
import type { GenericId, VAny, Validator } from "convex/values";
import type { MutationCtx } from "../../convex/_generated/server";
import { BACKUP_TABLES } from "../../convex/backups/model/backupTables";
import { checkOf } from "../../convex/checks";
import { unchanged } from "../../convex/changes/describing";
import { arePartsOf, countRows, FRESH_PARTS } from "../../convex/changes/follow";
import { FOLLOWS } from "../../convex/follows";
import { withDerived } from "../../convex/platform/model/changes/checking";
import {
  isRecordTable,
  rowsOf,
  tablesOfKind,
  type KennelTable,
} from "../../convex/platform/model/changes/kennelTables";
import schema from "../../convex/schema";
import type { Team } from "./backend";

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** The numbers are the same for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const DAY = /(On|Date|date|Until|From|dateRecorded|dateAdministered|dateOfBirth)$/;

type Fields = Record<string, unknown>;

/** A database, or a backup. */
export interface RecordStore {
  readonly insert: (table: KennelTable, row: Fields) => Promise<string>;
  readonly patch: (table: KennelTable, id: string, changes: Fields) => Promise<void>;
  /** Returns the value that represents the file in a record. */
  readonly storeFile: (content: string) => Promise<string>;
}

/** The records belong to this kennel and this user. */
interface Whose {
  readonly kennelId: string;
  readonly userId: string;
}

class RecordMaker {
  private readonly ids = new Map<string, string[]>();
  private files = 0;
  private entries = 0;
  private readonly sizes = new Map<unknown, number>();

  constructor(
    private readonly store: RecordStore,
    private readonly whose: Whose,
    private readonly chance: () => number,
  ) {}

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.chance() * items.length)];
  }

  private text(name: string): string {
    if (DAY.test(name)) return `202${Math.floor(this.chance() * 5)}-0${1 + Math.floor(this.chance() * 9)}-15`;
    // Two entries must not have the same key.
    if (name === "entryKey") return `entry ${(this.entries += 1)}`;
    return `${name} ${Math.floor(this.chance() * 1e6)} é`;
  }

  private async storeFile(): Promise<string> {
    // Every third file has content that is already stored.
    const content = this.files % 3 === 2 ? "the same" : `content ${this.chance()}`;
    this.files += 1;
    const file = await this.store.storeFile(content);
    this.sizes.set(file, new TextEncoder().encode(content).length);
    return file;
  }

  private async value(validator: AnyValidator, name: string): Promise<unknown> {
    switch (validator.kind) {
      case "id":
        if (validator.tableName === "_storage") return await this.storeFile();
        if (validator.tableName === "kennels") return this.whose.kennelId;
        if (validator.tableName === "users") return this.whose.userId;
        return this.pick(this.ids.get(validator.tableName) ?? []);
      case "string":
        return this.text(name);
      case "float64":
        return Math.floor(this.chance() * 1000);
      case "boolean":
        return this.chance() < 0.5;
      case "null":
        return null;
      case "literal":
        return validator.value;
      case "object":
        return await this.fields(validator.fields);
      case "array":
        // Records of a kind that is created later cannot be named.
        return [await this.value(validator.element, name)].filter((value) => value !== undefined);
      case "record":
        return {};
      case "union":
        return await this.value(this.pick<AnyValidator>(validator.members) ?? validator, name);
      default:
        throw new Error(`No value for ${name}`);
    }
  }

  private async fields(fields: Record<string, AnyValidator>): Promise<Record<string, unknown> | undefined> {
    const made: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.isOptional === "optional" && this.chance() < 0.3) continue;
      const value = await this.value(field, name);
      if (value !== undefined) made[name] = value;
      // A required reference would lead to a record that does not exist yet.
      else if (field.isOptional === "required") return undefined;
    }
    return made;
  }

  /** Sets the sizes of the files in a row. */
  private tellSizes(row: Fields): void {
    const files = Object.values((row.files ?? {}) as Record<string, { storageId: string }>);
    const sizes = files.map(({ storageId }) => this.sizes.get(storageId) ?? 0);
    if (files.length > 0) row.bytes = sizes.reduce((sum, size) => sum + size, 0);
    delete row.finalSize;
    if (row.finalStorageId !== undefined) row.finalSize = this.sizes.get(row.finalStorageId);
    for (const holder of [row, (row.certificate ?? {}) as Fields]) {
      if ("fileSize" in holder) holder.fileSize = this.sizes.get(holder.storageId);
    }
  }

  async add(table: KennelTable): Promise<void> {
    const { fields } = schema.tables[table].validator;
    const row = await this.fields(fields);
    if (!row) return;
    this.tellSizes(row);
    if (table === "reminders") {
      // Each source creates only one reminder.
      const made = (this.ids.get(table) ?? []).length;
      row.source = `dog:${this.pick(this.ids.get("dogs") ?? [])}:rabies-${made}`;
    }
    // A complete document is kept by every restore (tests/functions/signings.test.ts).
    if (table === "signings" && row.status === "complete") row.status = "expired";
    // No backup contains import runs, so the dog's reference to its import is removed.
    if (table === "dogs") delete row.importId;
    const ids = this.ids.get(table) ?? [];
    const derived = isRecordTable(table) ? withDerived(table, checkOf(table), row) : row;
    ids.push(await this.store.insert(table, derived));
    this.ids.set(table, ids);
  }

  /** These fields of dogs need all other records first. */
  async link(): Promise<void> {
    for (const id of this.ids.get("dogs") ?? []) {
      await this.store.patch("dogs", id, {
        sireId: this.pick(this.ids.get("dogs") ?? []),
        primaryPhotoId: this.pick(this.ids.get("photos") ?? []),
      });
    }
  }
}

/** Makes `count` records of every kind. */
export async function makeRecords(
  store: RecordStore,
  whose: Whose,
  { seed, count }: { seed: number; count: (table: KennelTable) => number },
): Promise<void> {
  const maker = new RecordMaker(store, whose, chanceOf(seed));
  for (const table of BACKUP_TABLES) {
    // A kennel has only one row of settings, and one form.
    const rows = ["kennelSettings", "applicationForms"].includes(table) ? 1 : count(table);
    for (let made = 0; made < rows; made += 1) await maker.add(table);
  }
  await maker.link();
}

const storeOf = (ctx: MutationCtx): RecordStore => ({
  // The row was made from the schema's own validators, and the database validates it again.
  insert: async (table, row) => await ctx.db.insert(table, row as never),
  patch: async (table, id, changes) => await ctx.db.patch(table, id as never, changes as never),
  storeFile: async (content) => await ctx.storage.store(new Blob([content], { type: "image/png" })),
});

async function countParts(ctx: MutationCtx, kennelId: Team["kennelId"]): Promise<void> {
  for (const table of ["dogs", "healthRecords"] as const) {
    for (const { _id } of await ctx.db.query(table).collect()) {
      await ctx.db.patch(table, _id as never, (FRESH_PARTS.get(table) ?? {}) as never);
    }
  }
  for (const table of tablesOfKind("record").filter(arePartsOf)) {
    await countRows(ctx, table, await rowsOf(ctx, table, kennelId).collect(), true);
  }
}

/** Updates the data that depend on the time, as every restore does. */
async function settleTimely(ctx: MutationCtx, kennelId: Team["kennelId"]): Promise<void> {
  for (const { owners, recalculate } of FOLLOWS.settles.filter(({ isTimely }) => isTimely)) {
    for (const table of owners.filter((owner) => owner !== "kennels")) {
      for (const row of await rowsOf(ctx, table, kennelId).collect()) await recalculate(ctx, row, unchanged);
    }
  }
}

/** Adds `count` records of every kind. */
export async function fillKennel(team: Team, seed: number, count = 3): Promise<void> {
  const whose = { kennelId: team.kennelId, userId: team.owner.userId };
  await team.deployment.run(async (ctx) => {
    await makeRecords(storeOf(ctx), whose, { seed, count: () => count });
    await countParts(ctx, team.kennelId);
    await settleTimely(ctx, team.kennelId);
    await ctx.db.patch("kennels", team.kennelId, {
      prefix: "Oak",
      logo: { storageId: await ctx.storage.store(new Blob(["logo"])), type: "image/png", setAt: 1, bytes: 4 },
    });
  });
}

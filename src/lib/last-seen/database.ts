/**
 * The browser's database of stored query results: one row for each result, and the account to which they belong.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

interface SeenRow {
  readonly key: string;
  readonly scope: string;
  readonly at: number;
  readonly text: string;
}

interface Schema extends DBSchema {
  answers: { key: string; value: SeenRow; indexes: { by_at: number } };
  owner: { key: string; value: string };
}

export interface SeenDatabase {
  readonly owner: () => Promise<string | null>;
  readonly all: () => Promise<SeenRow[]>;
  readonly put: (row: SeenRow) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly removeWhere: (isGone: (row: SeenRow) => boolean) => Promise<void>;
  /** Deletes the least recently seen results until the total size is within the limit. */
  readonly shrink: (maxChars: number) => Promise<void>;
  /** Deletes every result. The database then belongs to `owner`, or to nobody. */
  readonly clear: (owner: string | null) => Promise<void>;
}

const NAME = "studbook.last-seen";
const VERSION = 1;
const OWNER = "account";

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opening = undefined;
  };
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade: (database) => {
      database.createObjectStore("answers", { keyPath: "key" }).createIndex("by_at", "at");
      database.createObjectStore("owner");
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

/** Throws if the browser forbids storage. */
export async function openSeenDatabase(): Promise<SeenDatabase> {
  const database = await open();
  return {
    owner: async () => (await database.get("owner", OWNER)) ?? null,
    all: async () => await database.getAll("answers"),
    put: async (row) => {
      await database.put("answers", row);
    },
    remove: async (key) => await database.delete("answers", key),
    removeWhere: async (isGone) => {
      const changing = database.transaction("answers", "readwrite");
      for (let row = await changing.store.openCursor(); row; row = await row.continue()) {
        if (isGone(row.value)) await row.delete();
      }
      await changing.done;
    },
    shrink: async (maxChars) => {
      const changing = database.transaction("answers", "readwrite");
      let kept = 0;
      const newestFirst = changing.store.index("by_at");
      for (let row = await newestFirst.openCursor(null, "prev"); row; row = await row.continue()) {
        kept += row.value.text.length;
        if (kept > maxChars) await row.delete();
      }
      await changing.done;
    },
    clear: async (owner) => {
      const changing = database.transaction(["answers", "owner"], "readwrite");
      await changing.objectStore("answers").clear();
      if (owner === null) await changing.objectStore("owner").clear();
      else await changing.objectStore("owner").put(owner, OWNER);
      await changing.done;
    },
  };
}

/**
 * The system tables that functions, the scheduler and file storage share. `_scheduled_functions` and `_storage`
 * have the shape that `ctx.db.system` shows. Hidden data is in separate tables that no function can name.
 */

import { registerSystemTable, type IndexDefinition } from "../database/system-tables.js";

/** The state that `ctx.db.system` shows. */
export type ScheduledFunctionState =
  | { readonly kind: "pending" }
  | { readonly kind: "inProgress" }
  | { readonly kind: "success" }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "canceled" };

export interface ScheduledFunctionDocument {
  /** `dir/module.js:function`, as Convex stores it. */
  readonly name: string;
  /** An array with one object, in Convex's JSON encoding. */
  readonly args: readonly unknown[];
  /** Milliseconds since 1970. */
  readonly scheduledTime: number;
  readonly completedTime?: number;
  readonly state: ScheduledFunctionState;
}

export interface StorageDocument {
  /** In Base64. */
  readonly sha256: string;
  /** In bytes, as a float64 as in Convex. */
  readonly size: number;
  readonly contentType?: string;
}

/** A document of `_file_storage`. A stored file is served under an unguessable name. */
export interface FileStorageDocument {
  readonly storageId: string;
  /** The name in `/api/storage/<uuid>` and on disk. */
  readonly uuid: string;
  /** The component of the file. Undefined in documents of older versions, whose ids show the component. */
  readonly component?: string;
}

/** A document of `_cron_jobs`: when a cron of the folder runs next. */
export interface CronJobDocument {
  readonly name: string;
  /** JSON text of function, arguments and schedule. If it changes, the cron starts again. */
  readonly definition: string;
  /** Milliseconds since 1970. */
  readonly nextRunTime: number;
  readonly isRunning: boolean;
}

export interface SystemTable {
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
  /** The number that Convex uses for this table, so that ids of the app's files mean the same there. */
  readonly number?: number;
  /** Whether functions may read it through `ctx.db.system`. */
  readonly isVisible: boolean;
}

export const SCHEDULED_FUNCTIONS_TABLE = "_scheduled_functions";
export const STORAGE_TABLE = "_storage";
export const FILE_STORAGE_TABLE = "_file_storage";
export const CRON_JOBS_TABLE = "_cron_jobs";

/** The tables are registered when this module is loaded, before a database is opened. */
export const SYSTEM_TABLES: readonly SystemTable[] = [
  {
    name: SCHEDULED_FUNCTIONS_TABLE,
    indexes: [
      { name: "by_state_and_time", fields: ["state.kind", "scheduledTime"] },
      { name: "by_completed_time", fields: ["completedTime"] },
    ],
    isVisible: true,
  },
  { name: STORAGE_TABLE, indexes: [], number: 540, isVisible: true },
  {
    name: FILE_STORAGE_TABLE,
    indexes: [
      { name: "by_storage_id", fields: ["storageId"] },
      { name: "by_uuid", fields: ["uuid"] },
    ],
    isVisible: false,
  },
  { name: CRON_JOBS_TABLE, indexes: [], isVisible: false },
];

for (const { name, indexes, number } of SYSTEM_TABLES) registerSystemTable(name, indexes, number);

export function isVisibleSystemTable(name: string): boolean {
  return SYSTEM_TABLES.some((table) => table.isVisible && table.name === name);
}

/** The builders for functions that handle one backup. */
import { rowBuilders } from "../platform/functions";

export const { query: backupQuery, mutation: backupMutation } = rowBuilders("backups", "backup", "backupId");

/** The builders of functions of one backup. */
import { rowBuilders } from "../platform/functions";

export const { query: backupQuery, mutation: backupMutation } = rowBuilders("backups", "backup", "backupId");

/** The shared names inside a data folder. */
export const DATABASE_FILE = "data.sqlite";
export const FILES_FOLDER = "files";
export const EXPORTS_FOLDER = "exports";
export const IMPORTS_FOLDER = "imports";
export const INLINE_QUERIES_FOLDER = "inline-queries";
/** Folders for work in progress. The next start empties them. */
export const PASSING_FOLDERS = [EXPORTS_FOLDER, IMPORTS_FOLDER, INLINE_QUERIES_FOLDER] as const;

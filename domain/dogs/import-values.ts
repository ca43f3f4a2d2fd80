/** What a row of an import holds. */

/** A row's values by field, as read from the file. */
export type ImportValues = Record<string, string | number | boolean>;

/**
 * The tables of the runtime itself, whose names begin with `_`. Each is registered by the code that owns it, when
 * its module is loaded and before a database is opened.
 */
export interface IndexDefinition {
  readonly name: string;
  /** Field paths, without the `_creationTime` at the end of every index. */
  readonly fields: readonly string[];
  /** Whether it is still being built and may not be queried. */
  readonly isStaged?: boolean;
}

const registered = new Map<string, readonly IndexDefinition[]>();
const numbers = new Map<string, number>();

/** `number` is the number of the app's own table in a new file, for tables whose ids leave the runtime. */
export function registerSystemTable(
  name: string,
  indexes: readonly IndexDefinition[],
  number?: number,
): void {
  if (!name.startsWith("_")) throw new Error(`The name of a system table begins with _: ${name}`);
  registered.set(name, indexes);
  if (number !== undefined) numbers.set(name, number);
}

export function systemTableNumber(name: string): number | undefined {
  return numbers.get(name);
}

export function systemTableIndexes(name: string): readonly IndexDefinition[] | undefined {
  return registered.get(name);
}

export function systemTableNames(): string[] {
  return [...registered.keys()];
}

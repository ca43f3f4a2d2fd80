/** The environment of modules that are evaluated for analysis. It records which of its variables they read. */

type Variables = Readonly<Record<string, string>>;

/** In order of name. Null if the modules listed all variables. */
export type Reads = readonly string[] | null;

export class ObservedEnvironment {
  private readonly names = new Set<string>();
  private isReadWhole = false;

  constructor(readonly variables: Variables) {}

  /** Null means that all variables were read. */
  readonly note = (name: string | null): void => {
    if (name === null) this.isReadWhole = true;
    else this.names.add(name);
  };

  get reads(): Reads {
    return this.isReadWhole ? null : [...this.names].sort();
  }
}

/** The text is equal for environments in which these variables have the same values. */
export function appearance(variables: Variables, reads: Reads): string {
  if (reads === null) return JSON.stringify(Object.entries(variables).sort());
  const values = reads.map((name) => (Object.hasOwn(variables, name) ? variables[name] : null));
  return JSON.stringify({ reads, values });
}

/**
 * Updates an open form when somebody else changes the stored record. Fields that the user has not touched show the
 * newer record. Fields that both the user and somebody else changed keep the typed text, and are conflicts until
 * the user decides.
 *   take(newer) ──only theirs changed──► the form shows it
 *        └────────both changed─────────► conflicts ──settle(choices)──► one value, on top of the newer record
 * While a save is in progress no newer record is merged, because the save itself changes the record.
 */
import {
  agreesIn,
  joinTexts,
  mergeEdits,
  withGroup,
  type Choice,
  type FieldGroup,
} from "@domain/merge/merge";

/** A record's values in the form's shape, and their version. */
export type Stored<Values> = { readonly values: Values; readonly version: number };

export type FormAccess<Values> = {
  read: () => Values;
  show: (field: keyof Values & string, value: Values[keyof Values & string]) => void;
  /** Enters a value as if the user had typed it. */
  type: (field: keyof Values & string, value: Values[keyof Values & string]) => void;
};

export type MergeState<Values> = {
  /** The values on which the form is based. */
  readonly base: Values;
  readonly theirs: Values;
  readonly version: number;
  /** Groups that have shown a newer value since the form was opened or saved. */
  readonly adopted: readonly FieldGroup<Values>[];
  /** Groups that the user must decide. */
  readonly conflicts: readonly FieldGroup<Values>[];
};

export class FormMerge<Values> {
  private state: MergeState<Values>;
  private isPaused = false;
  private newest: Stored<Values>;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly groups: readonly FieldGroup<Values>[],
    begun: Stored<Values>,
    private readonly form: FormAccess<Values>,
  ) {
    this.newest = begun;
    const { values, version } = begun;
    this.state = { base: values, theirs: values, version, adopted: [], conflicts: [] };
  }

  readonly getState = (): MergeState<Values> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Merges the current stored record. */
  take(stored: Stored<Values>): void {
    this.newest = stored;
    if (!this.isPaused && stored.version >= this.state.version) this.merge(this.state.base);
  }

  /** Ignores newer records until `resume`, because this form's own save is in progress. */
  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    if (this.newest.version >= this.state.version) this.merge(this.state.base);
  }

  /** The form is then based on the saved record, and keeps text that was typed during the save. */
  accept(saved: Stored<Values>, submitted: Values): void {
    this.isPaused = false;
    this.newest = saved;
    this.merge(submitted);
    const current = this.form.read();
    for (const group of this.groups) {
      if (agreesIn(group, current, saved.values)) this.showGroup(group, saved.values);
    }
    this.set({ ...this.state, adopted: [] });
  }

  /** Bases restored text on the version that the user had seen, which may be older than this form's version. */
  rebase(begun: Partial<Values>): void {
    this.merge({ ...this.state.base, ...begun });
  }

  findConflicts(): readonly FieldGroup<Values>[] {
    const { base, theirs } = this.state;
    return mergeEdits(this.groups, { base, mine: this.form.read(), theirs }).conflicts;
  }

  /** The chosen groups are then based on the newer record. */
  settle(choices: Readonly<Record<string, Choice>>): void {
    const { theirs } = this.state;
    let { base } = this.state;
    for (const group of this.findConflicts()) {
      const choice = choices[group.key];
      if (!choice) continue;
      this.decide(group, choice);
      base = withGroup(group, base, theirs);
    }
    this.merge(base);
  }

  /** Resolves once the form is based on another version than `version`. */
  newerThan(version: number): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.state.version === version) return;
        this.listeners.delete(check);
        resolve();
      };
      this.listeners.add(check);
      check();
    });
  }

  private decide(group: FieldGroup<Values>, choice: Choice): void {
    const { theirs } = this.state;
    const mine = this.form.read();
    this.showGroup(group, theirs);
    if (choice === "theirs") return;
    for (const field of group.fields) {
      const [theirValue, myValue] = [theirs[field], mine[field]];
      const isJoined = choice === "both" && typeof theirValue === "string" && typeof myValue === "string";
      // Joining two valid texts gives a valid text.
      this.form.type(
        field,
        isJoined ? (joinTexts(theirValue, myValue) as Values[keyof Values & string]) : myValue,
      );
    }
  }

  private merge(begun: Values): void {
    const { values: theirs, version } = this.newest;
    const merge = mergeEdits(this.groups, { base: begun, mine: this.form.read(), theirs });
    for (const group of merge.adopted) this.showGroup(group, theirs);
    const adopted = [...new Set([...this.state.adopted, ...merge.adopted])];
    this.set({ base: merge.base, theirs, version, adopted, conflicts: merge.conflicts });
  }

  private showGroup({ fields }: FieldGroup<Values>, values: Values): void {
    for (const field of fields) this.form.show(field, values[field]);
  }

  private set(state: MergeState<Values>): void {
    this.state = state;
    for (const listener of [...this.listeners]) listener();
  }
}

/**
 * Validators that a schema stages. After each push the stored documents are compared with them gradually, beside
 * other work. Documents that do not match are reported but not refused. The enforced validator remains in effect.
 */
import { keyAfter } from "../values/key-codec.js";
import type { ValidatorJson } from "../values/validator-json.js";
import { validateValue } from "../values/validators.js";
import type { Catalog } from "./catalog.js";
import type { DocumentStore } from "./document-store.js";
import { parseStored } from "./documents.js";
import { wholeIndex } from "./index-range.js";
import type { TableSchema } from "./schema.js";

/** One step then takes no longer than a usual write. */
const STEP_ROWS = 256;
/** More documents in a report would add no information. */
const MOST_REPORTED = 10;

interface Walk {
  readonly name: string;
  readonly component: string;
  readonly validator: ValidatorJson;
  /** The key of by_id up to which documents have been compared. */
  doneUntil: string;
  compared: number;
  mismatches: number;
}

export class StagedValidators {
  #walks: Walk[] = [];

  constructor(
    private readonly catalog: Catalog,
    private readonly store: DocumentStore,
    private readonly report: (line: string) => void,
  ) {}

  get isAny(): boolean {
    return this.#walks.length > 0;
  }

  /** Stops comparisons of an earlier schema. */
  begin(schemas: readonly TableSchema[]): void {
    this.#walks = schemas.flatMap(({ name, component, stagedValidator: validator }) =>
      validator === null ? [] : [{ name, component, validator, doneUntil: "", compared: 0, mismatches: 0 }],
    );
  }

  /** Returns false if no comparison is in progress. */
  compareSome(): boolean {
    const [walk] = this.#walks;
    if (walk === undefined) return false;
    const tables = this.catalog.in(walk.component);
    const table = tables.tableIfKnown(walk.name);
    const range = table && { ...wholeIndex(table.byId), ...(walk.doneUntil && { start: walk.doneUntil }) };
    const rows = table && range ? this.store.scan(table.byId, range, "asc", STEP_ROWS) : [];
    for (const { json } of rows) {
      const { fields, id } = parseStored(json);
      walk.compared += 1;
      const problem = validateValue(walk.validator, fields, tables);
      if (problem === null) continue;
      walk.mismatches += 1;
      if (walk.mismatches > MOST_REPORTED) continue;
      this.report(
        `Document with ID "${id}" in table "${nameOf(walk)}" does not match the staged validator: ${problem}`,
      );
    }
    const last = rows.at(-1);
    if (last !== undefined && rows.length === STEP_ROWS) walk.doneUntil = keyAfter(last.key);
    else {
      this.#walks.shift();
      this.report(
        `Staged validator of table "${nameOf(walk)}": ${walk.mismatches} of ${walk.compared} documents do not match.`,
      );
    }
    return true;
  }
}

const nameOf = ({ component, name }: Walk) => (component === "" ? name : `${component}/${name}`);

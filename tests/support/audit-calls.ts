/**
 * Calls public functions for the audit of permissions. The audit searches each response for data of the audited
 * kennel, looks for changes in its records, and then rolls the call back.
 */
import { makeFunctionReference } from "convex/server";
import type { Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { requirementOf, type Requirement } from "../../convex/platform/model/people/requirements";
import schema from "../../convex/schema";
import { ArgumentMaker, type Chooser } from "./audit-arguments";
import { decoded, type Deployment, type Person } from "./backend";
import { getErrorData } from "../../domain/errors";
import { PDF } from "./documents";

interface Registered {
  readonly isPublic?: true;
  readonly isQuery?: true;
  readonly isMutation?: true;
  readonly isAction?: true;
  exportArgs(): string;
}

export interface Audited {
  readonly name: string;
  readonly kind: "query" | "mutation" | "action";
  readonly demand: Requirement | null;
  readonly subject: readonly string[];
  readonly args: string;
}

const isPublic = (value: unknown): value is Registered =>
  typeof value === "function" && "isPublic" in value && "exportArgs" in value;

const modules = import.meta.glob(
  ["../../convex/**/*.ts", "!../../convex/_generated/**", "!../../convex/convex.config.ts"],
  { eager: true },
);

function auditedIn(file: string, module: object): Audited[] {
  const path = file.replace("../../convex/", "").replace(".ts", "");
  return Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
    if (!isPublic(value)) return [];
    const declaration = requirementOf(value);
    return {
      name: `${path}:${name}`,
      kind: value.isQuery ? "query" : value.isMutation ? "mutation" : "action",
      demand: declaration?.demand ?? null,
      subject: declaration?.subject ?? [],
      args: value.exportArgs(),
    };
  });
}

export const PUBLIC_FUNCTIONS: readonly Audited[] = Object.entries(modules).flatMap(([file, module]) =>
  auditedIn(file, module as object),
);

export interface Outcome {
  /** The code of the refusal, "answered", or "nothing" for a response without content. */
  readonly outcome: string;
  /** The data of the audited kennel that the response contains. */
  readonly leaks: readonly string[];
  /** Records of the audited kennel that have changed, and records elsewhere that refer to one of its records. */
  readonly changes: readonly string[];
}

interface Kennel {
  readonly kennelId: Id<"kennels">;
  readonly marks: readonly string[];
}

interface Row {
  readonly _id: string;
  readonly kennelId?: string;
  readonly userId?: string;
}

type Rows = ReadonlyMap<string, Row>;
type Args = Record<string, unknown>;

const TABLES = Object.keys(schema.tables) as (keyof typeof schema.tables)[]; // Object.keys returns the tables' names as strings.

async function readRows(ctx: MutationCtx): Promise<Rows> {
  const rows = new Map<string, Row>();
  for (const table of TABLES) {
    for (const row of await ctx.db.query(table).collect()) rows.set(row._id, row);
  }
  return rows;
}

const isNothing = (answer: unknown): boolean =>
  answer === null || (Array.isArray(answer) && answer.length === 0);

/** JSON cannot represent 64-bit numbers. They do not name records and are left out. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "";

export class AuditCaller {
  /** The rows before the call. They are the same for every call, because each call is rolled back. */
  #before: Rows | null = null;

  constructor(
    private readonly deployment: Deployment,
    private readonly kennel: Kennel,
  ) {}

  /** `person` is null for a caller who is not signed in. */
  async call(audited: Audited, person: Person | null, idFor: Chooser): Promise<Outcome> {
    const takesFile = audited.kind === "action" || audited.args.includes('"_storage"');
    const file = takesFile ? await this.#storeFile() : undefined;
    const isFile = (name: string) => /^(_storage|(storage|full|preview|thumbnail)Id)$/.test(name);
    const maker = new ArgumentMaker((name) => (isFile(name) ? file : idFor(name, audited.name)));
    try {
      return await (audited.kind === "action" ? this.#act : this.#callUndone).call(
        this,
        audited,
        person,
        maker.argumentsOf(audited.args),
      );
    } catch (error) {
      const refusal = getErrorData(decoded(error));
      return { outcome: refusal?.code ?? String(error).slice(0, 300), leaks: [], changes: [] };
    }
  }

  async #storeFile(): Promise<string> {
    return await this.deployment.run(async (ctx) => await ctx.storage.store(new Blob([PDF])));
  }

  /** An action is not a transaction and cannot be rolled back, so this is only for callers who must be refused. */
  async #act({ name }: Audited, person: Person | null, args: Args): Promise<Outcome> {
    const as = person?.as ?? this.deployment;
    const answer: unknown = await as.action(makeFunctionReference<"action">(name), args);
    throw new Error(`An action was not refused and answered ${textOf(answer)}`);
  }

  async #callUndone({ kind, name }: Audited, person: Person | null, args: Args): Promise<Outcome> {
    const as = person?.as ?? this.deployment;
    let found: Outcome | null = null;
    const work = as.mutation(async (ctx: MutationCtx) => {
      const before = (this.#before ??= await readRows(ctx));
      const answer: unknown =
        kind === "query"
          ? await ctx.runQuery(makeFunctionReference<"query">(name), args)
          : await ctx.runMutation(makeFunctionReference<"mutation">(name), args);
      const after = kind === "query" ? before : await readRows(ctx);
      found = this.#judge(answer, { before, after }, args, person);
      throw new Error("undone");
    });
    const failure: unknown = await work.catch((error: unknown) => error);
    if (found === null) throw failure;
    return found;
  }

  #judge(answer: unknown, rows: { before: Rows; after: Rows }, args: Args, person: Person | null): Outcome {
    return {
      outcome: isNothing(answer) ? "nothing" : "answered",
      leaks: this.#leaksIn(answer, rows.before, args, person),
      changes: this.#changesIn(rows, person),
    };
  }

  /** The caller's own row in the audited kennel does not count. */
  #isTheirs({ _id, kennelId, userId }: Row, person: Person | null): boolean {
    return (kennelId ?? _id) === this.kennel.kennelId && (userId === undefined || userId !== person?.userId);
  }

  #theirIds(rows: Rows, person: Person | null): string[] {
    return [...rows.values()].filter((row) => this.#isTheirs(row, person)).map(({ _id }) => _id);
  }

  /** If the caller is a member, the kennel's own id is left out, because members know it. */
  #foreignIds(rows: Rows, person: Person | null): string[] {
    const isMember = [...rows.values()].some(
      ({ userId, kennelId }) => userId === person?.userId && kennelId === this.kennel.kennelId,
    );
    return this.#theirIds(rows, person).filter((id) => !(isMember && id === this.kennel.kennelId));
  }

  #leaksIn(answer: unknown, rows: Rows, args: Args, person: Person | null): string[] {
    const told = textOf(answer);
    const given = textOf(args);
    // An id that the caller has sent is not a leak.
    const leaked = this.#foreignIds(rows, person).filter(
      (id) => told.includes(`"${id}"`) && !given.includes(`"${id}"`),
    );
    const marks = this.kennel.marks.filter((mark) => told.includes(mark) && !given.includes(mark));
    return [...leaked, ...marks].map((what) => `tells ${what}`);
  }

  #changesIn({ before, after }: { before: Rows; after: Rows }, person: Person | null): string[] {
    const ids = this.#foreignIds(before, person);
    const changes: string[] = [];
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(id), after.get(id)];
      const row = now ?? old;
      if (!row || textOf(old) === textOf(now)) continue;
      if (this.#isTheirs(row, person)) changes.push(`changes ${id}`);
      else if (
        now &&
        row.kennelId !== this.kennel.kennelId &&
        ids.some((each) => textOf(now).includes(`"${each}"`))
      )
        changes.push(`ties ${id}`);
    }
    return changes;
  }
}

/** Loads the rows that a result refers to, and the names of people. Each row is loaded only once. */
import { hasPermission } from "../../../../domain/permissions/permissions";
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";
import { displayName } from "./names";

export class RowsOnce<Table extends TableNames> {
  readonly #known = new Map<Id<Table>, Promise<Doc<Table> | null>>();

  constructor(
    private readonly ctx: QueryCtx,
    private readonly table: Table,
  ) {}

  /** Returns null if there is no row. */
  async find(id: Id<Table> | undefined): Promise<Doc<Table> | null> {
    if (id === undefined) return null;
    const found = this.#known.get(id) ?? this.ctx.db.get(this.table, id);
    this.#known.set(id, found);
    return await found;
  }
}

/** A user may see only their own name, or with the right to see the team all names. */
export class NamesOnce {
  readonly #people: RowsOnce<"users">;
  readonly #mayName: boolean;

  constructor(
    ctx: QueryCtx,
    private readonly access: Access,
  ) {
    this.#people = new RowsOnce(ctx, "users");
    this.#mayName = hasPermission(access.permissions, "members", "read");
  }

  isSelf(userId: Id<"users"> | undefined): boolean {
    return userId === this.access.user._id;
  }

  /** Returns null if the user may not see the name. */
  async nameOf(userId: Id<"users"> | undefined): Promise<string | null> {
    if (!this.isSelf(userId) && !this.#mayName) return null;
    const person = await this.#people.find(userId);
    return person && displayName(person);
  }
}

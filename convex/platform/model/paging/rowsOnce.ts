/** Rows that an answer leads to, each read once however often it is asked for, and the people who did things by name. */
import { hasPermission } from "../../../../domain/permissions/permissions";
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";
import { displayName } from "./names";

/** Rows of one table. */
export class RowsOnce<Table extends TableNames> {
  readonly #known = new Map<Id<Table>, Promise<Doc<Table> | null>>();

  constructor(
    private readonly ctx: QueryCtx,
    private readonly table: Table,
  ) {}

  /** Finds a row; null when there is none. */
  async find(id: Id<Table> | undefined): Promise<Doc<Table> | null> {
    if (id === undefined) return null;
    const found = this.#known.get(id) ?? this.ctx.db.get(this.table, id);
    this.#known.set(id, found);
    return await found;
  }
}

/** The names of people, as far as somebody may know who did something: oneself, or all with the right to see the team. */
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

  /** Names a person; null where it may not be known. */
  async nameOf(userId: Id<"users"> | undefined): Promise<string | null> {
    if (!this.isSelf(userId) && !this.#mayName) return null;
    const person = await this.#people.find(userId);
    return person && displayName(person);
  }
}

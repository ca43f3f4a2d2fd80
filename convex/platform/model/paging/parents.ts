/** The sires and dams of dogs and breedings, as lists show them. */
import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

export type ParentSummary = { _id: Id<"dogs">; name: string; breed: string };

interface KnownParent {
  readonly summary: ParentSummary;
  readonly isOwn: boolean;
}

/** Each parent is read only once, however many dogs on a page have the same parent. */
export class ParentReader {
  private readonly known = new Map<Id<"dogs">, Promise<KnownParent | null>>();

  constructor(private readonly ctx: QueryCtx) {}

  /** Returns null if there is no parent. */
  async read(id: Id<"dogs"> | undefined): Promise<ParentSummary | null> {
    return (await this.find(id))?.summary ?? null;
  }

  /** The parent belongs or belonged to the kennel. A parent without a record belongs to somebody else. */
  async isOwn(id: Id<"dogs"> | undefined): Promise<boolean> {
    return (await this.find(id))?.isOwn ?? false;
  }

  private async find(id: Id<"dogs"> | undefined): Promise<KnownParent | null> {
    if (id === undefined) return null;
    const known = this.known.get(id) ?? this.load(id);
    this.known.set(id, known);
    return await known;
  }

  private async load(id: Id<"dogs">): Promise<KnownParent | null> {
    const dog = await this.ctx.db.get("dogs", id);
    if (!dog) return null;
    return { summary: { _id: dog._id, name: dog.name, breed: dog.breed }, isOwn: !dog.isExternal };
  }
}

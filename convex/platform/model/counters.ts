/** Keeps each kennel's row of maintained numbers; every change happens in the transaction of what it counts. */
import { isCounted } from "../../../domain/billing/dog-limit";
import { DOG_STATUSES, MAX_DOGS_PER_KENNEL, type DogStatus } from "../../../domain/constants/dogs";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { noneOf, type Tally } from "../tables/tallies";

type CountedField = {
  [Field in keyof Omit<Doc<"kennelCounters">, "_creationTime">]-?: NonNullable<
    Doc<"kennelCounters">[Field]
  > extends number
    ? Field
    : never;
}[keyof Omit<Doc<"kennelCounters">, "_creationTime">];
type Counters = Pick<Doc<"kennelCounters">, Exclude<CountedField, "countedDogs">>;

/** Reads the kennel's row of numbers; null before anything was counted. */
export async function findCounters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"kennelCounters"> | null> {
  return await ctx.db
    .query("kennelCounters")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();
}

/** Reads the kennel's numbers. */
export async function getCounters(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Counters> {
  return (await findCounters(ctx, kennelId)) ?? { dogs: 0, externalDogs: 0 };
}

/** Stores some of the kennel's numbers as they are given. */
export async function keepCounters(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  numbers: Partial<Omit<Doc<"kennelCounters">, "_id" | "_creationTime" | "kennelId">>,
): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  if (row) await ctx.db.patch("kennelCounters", row._id, numbers);
  else await ctx.db.insert("kennelCounters", { kennelId, dogs: 0, externalDogs: 0, ...numbers });
}

const ownDogs = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"dogs">[]> =>
  await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId).eq("isExternal", false))
    .take(MAX_DOGS_PER_KENNEL);

/** Counts the dogs that count towards the plan's limit, where no number is kept yet. */
const scanCountedDogs = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> =>
  (await ownDogs(ctx, kennelId)).filter((dog) => isCounted(dog.status)).length;

/** How many dogs on the list have each status. */
export type DogsByStatus = Tally<DogStatus>;

/** Makes the numbers of no dogs. */
export const noDogs = (): DogsByStatus => noneOf(DOG_STATUSES);

async function scanStatuses(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<DogsByStatus> {
  const counts = noDogs();
  for (const { status } of await ownDogs(ctx, kennelId)) counts[status] += 1;
  return counts;
}

/** Returns how many dogs on the kennel's list have each status. */
export async function getDogsByStatus(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<DogsByStatus> {
  const row = await findCounters(ctx, kennelId);
  return row?.dogsByStatus ?? (row ? await scanStatuses(ctx, kennelId) : noDogs());
}

/** Counts the kennel's dogs by status from its rows, unless that is done. */
export async function countDogStatuses(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  if (row?.dogsByStatus !== undefined) return;
  await keepCounters(ctx, kennelId, { dogsByStatus: await scanStatuses(ctx, kennelId) });
}

/** Adds changes to the numbers of dogs by status; called when the rows are already changed. */
export async function adjustDogStatuses(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  changes: DogsByStatus,
): Promise<void> {
  const known = (await findCounters(ctx, kennelId))?.dogsByStatus;
  if (known === undefined) return await countDogStatuses(ctx, kennelId);
  const dogsByStatus = noDogs();
  for (const status of DOG_STATUSES) dogsByStatus[status] = known[status] + changes[status];
  await keepCounters(ctx, kennelId, { dogsByStatus });
}

/** Moves a dog on the list from one status to another; null is not on the list. Called when its row is changed. */
export async function moveDogStatus(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  before: DogStatus | null,
  after: DogStatus | null,
): Promise<void> {
  const changes = noDogs();
  if (before !== null) changes[before] -= 1;
  if (after !== null) changes[after] += 1;
  await adjustDogStatuses(ctx, kennelId, changes);
}

/** Returns how many of the kennel's dogs count towards the plan's limit. */
export async function getCountedDogs(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  const row = await findCounters(ctx, kennelId);
  return row ? (row.countedDogs ?? (await scanCountedDogs(ctx, kennelId))) : 0;
}

/** Adds `change` to the dogs that count towards the limit; called when the dogs are already changed. */
export async function adjustCountedDogs(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  change: number,
): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  if (row && row.countedDogs === undefined) {
    await ctx.db.patch("kennelCounters", row._id, { countedDogs: await scanCountedDogs(ctx, kennelId) });
  } else if (change !== 0) {
    await adjustCounter(ctx, kennelId, "countedDogs", change);
  }
}

/** Adds `change` to one of the kennel's numbers. */
export async function adjustCounter(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  field: CountedField,
  change: number,
): Promise<void> {
  const row = await findCounters(ctx, kennelId);
  if (row) {
    await ctx.db.patch("kennelCounters", row._id, { [field]: (row[field] ?? 0) + change });
  } else {
    await ctx.db.insert("kennelCounters", {
      kennelId,
      dogs: 0,
      externalDogs: 0,
      countedDogs: 0,
      [field]: change,
    });
  }
}

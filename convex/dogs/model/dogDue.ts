/**
 * The due tasks of dogs: the next dose of each vaccine, scheduled vaccinations, open follow-ups and pending
 * reminders, the earliest first. Each task is listed once: reminders that repeat a dose or a scheduled vaccination
 * are left out. Deceased and sold dogs have no due tasks. Areas that the caller may not read are left out.
 */
import { v, type Infer } from "convex/values";
import { FOLLOW_UP_OPEN_DAYS, MOST_FOLLOW_UPS } from "../../../domain/health/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { followUpTitle } from "../../../domain/health/words";
import { failOnFields } from "../../../domain/errors";
import { isInKennel } from "../../../domain/dogs/standing";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { checkToday } from "../../platform/model/people/today";
import { findRow } from "../../platform/model/paging/rows";
import { bookingOf, pendingOf } from "../../reminders/model/reminderRows";
import { openBookingsOf } from "../../vaccinations/model/bookingRows";
import { dosesOf } from "../../vaccinations/model/doseRows";

export const dueItemShape = v.object({
  kind: v.union(v.literal("dose"), v.literal("booking"), v.literal("followUp"), v.literal("reminder")),
  /** The id of a dose, a scheduled vaccination, a health record or a reminder. */
  id: v.string(),
  on: v.string(),
  title: v.string(),
});
export type DueItem = Infer<typeof dueItemShape>;

const byDay = (one: DueItem, other: DueItem): number => (one.on < other.on ? -1 : Number(one.on > other.on));

/** The results have the order of the dogs. Throws VALIDATION_FAILED. */
export async function readDue(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  dogs: readonly Doc<"dogs">[],
  today: string,
): Promise<DueItem[][]> {
  checkToday(today);
  const seesHealth = hasPermission(permissions, "health", "read");
  const seesReminders = hasPermission(permissions, "reminders", "read");
  const from = addDays(today, -FOLLOW_UP_OPEN_DAYS);
  const followUpsOf = async (dogId: Id<"dogs">) =>
    await ctx.db
      .query("healthRecords")
      .withIndex("by_kennel_and_dog_and_open_follow_up", (q) =>
        q.eq("kennelId", kennelId).eq("dogId", dogId).gte("openFollowUpOn", from),
      )
      .take(MOST_FOLLOW_UPS);
  return await Promise.all(
    dogs.map(async (dog) => {
      if (!isInKennel(dog)) return [];
      const dogId = dog._id;
      const doses = seesHealth ? await dosesOf(ctx, kennelId, { dogId }) : [];
      const bookings = seesHealth ? await openBookingsOf(ctx, kennelId, { dogId }) : [];
      const followUps = seesHealth ? await followUpsOf(dogId) : [];
      const reminders = seesReminders ? await pendingOf(ctx, { kind: "dog", row: dog }) : [];
      const items: DueItem[] = [
        ...doses.flatMap(({ _id, dueOn, vaccineName }) =>
          dueOn ? [{ kind: "dose" as const, id: _id, on: dueOn, title: vaccineName }] : [],
        ),
        ...bookings.map(({ _id, scheduledDate, vaccineName }) => ({
          ...{ kind: "booking" as const, id: _id, on: scheduledDate, title: vaccineName },
        })),
        ...followUps.flatMap(({ _id, openFollowUpOn, title }) =>
          openFollowUpOn === undefined
            ? []
            : [{ kind: "followUp" as const, id: _id, on: openFollowUpOn, title: followUpTitle(title) }],
        ),
        ...reminders.flatMap((row) => {
          const isOfDose = row.reminderType === "vaccination" && row.source?.startsWith(`dog:${dogId}:`);
          if (seesHealth && (isOfDose || bookingOf(row) !== null)) return [];
          const { _id, title, dueDate, snoozedUntil = dueDate } = row;
          return [
            {
              kind: "reminder" as const,
              id: _id,
              on: snoozedUntil > dueDate ? snoozedUntil : dueDate,
              title,
            },
          ];
        }),
      ];
      return items.sort(byDay);
    }),
  );
}

/** Only values that are not fields of the dog itself. */
export const dogRowFactsShape = v.object({
  dogId: v.id("dogs"),
  /** The parents' call names, or their names if there is no call name; null if a parent is not recorded. */
  sire: v.union(v.string(), v.null()),
  dam: v.union(v.string(), v.null()),
  next: v.union(dueItemShape, v.null()),
  /** The last mating after which the bitch has not whelped yet. Also null if the caller may not see breedings. */
  pregnancy: v.union(
    v.object({ bredOn: v.string(), dueOn: v.union(v.string(), v.null()), isConfirmed: v.boolean() }),
    v.null(),
  ),
});

/** Only these latest matings are searched for an open pregnancy. */
const LATEST_MATINGS = 3;

/** Returns null if the bitch has no open pregnancy. */
async function pregnancyOf(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  dog: Doc<"dogs">,
  today: string,
): Promise<Infer<typeof dogRowFactsShape>["pregnancy"]> {
  if (dog.gender !== "female" || !isInKennel(dog) || !hasPermission(permissions, "breeding", "read"))
    return null;
  const matings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_dam_and_date", (q) =>
      q.eq("kennelId", kennelId).eq("damId", dog._id).lte("breedingDate", today),
    )
    .order("desc")
    .take(LATEST_MATINGS);
  const open = matings.find(({ status }) => status === "bred" || status === "confirmed");
  if (!open) return null;
  const { breedingDate: bredOn, expectedDueDate: dueOn = null, status } = open;
  return { bredOn, dueOn, isConfirmed: status === "confirmed" };
}

const MAX_DOGS_TOLD = 50;

/** Leaves out missing dogs; throws VALIDATION_FAILED for too many ids. */
export async function dogsOfKennel(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogIds: readonly string[],
): Promise<Doc<"dogs">[]> {
  if (dogIds.length > MAX_DOGS_TOLD) failOnFields({ dogIds: `At most ${MAX_DOGS_TOLD} dogs at once` });
  const rows = await Promise.all(dogIds.map(async (id) => await findRow(ctx, "dogs", id)));
  return rows.filter((dog) => dog?.kennelId === kennelId).filter((dog) => dog !== null);
}

/** Throws VALIDATION_FAILED. */
export async function describeRows(
  ctx: QueryCtx,
  access: Access,
  { dogIds, today }: { dogIds: readonly string[]; today: string },
): Promise<Infer<typeof dogRowFactsShape>[]> {
  const dogs = await dogsOfKennel(ctx, access.kennelId, dogIds);
  const due = await readDue(ctx, access, dogs, today);
  const parents = new Map<Id<"dogs">, Promise<Doc<"dogs"> | null>>();
  const parentName = async (id: Id<"dogs"> | undefined, written: string | undefined) => {
    if (id === undefined) return written ?? null;
    const found = parents.get(id) ?? ctx.db.get("dogs", id);
    parents.set(id, found);
    const parent = await found;
    return parent ? (parent.callName ?? parent.name) : null;
  };
  return await Promise.all(
    dogs.map(async (dog, place) => ({
      dogId: dog._id,
      sire: await parentName(dog.sireId, dog.sireName),
      dam: await parentName(dog.damId, dog.damName),
      next: due[place]?.[0] ?? null,
      pregnancy: await pregnancyOf(ctx, access, dog, today),
    })),
  );
}

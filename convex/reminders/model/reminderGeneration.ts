/**
 * Creates reminders from a dog's age and doses, a mating or a birth. A repeated call creates no duplicates. It
 * moves pending reminders to new dates and restores removed reminders. Source: decision GAP-REM-13.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOSES_PER_PATIENT } from "../../../domain/vaccinations/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { fail, failOnFields } from "../../../domain/errors";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { planVaccinations, type PlannedReminder } from "../../../domain/reminders/generated";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { trustedToday } from "../../platform/model/people/today";
import { hasLostAll, hasPlan, makerOf, planOfBreeding, planOfLitter } from "./plannedReminders";
import { ensureReminder } from "./reminderSources";
import { ReminderReader, reminderShape } from "./reminderShape";
import { findReminderOf } from "./reminderRows";
import { getOrFail } from "../../platform/model/paging/rows";

export const generatedShape = v.object({
  created: v.number(),
  /** All planned reminders that are still pending. */
  reminders: v.array(reminderShape),
});
type Generated = Infer<typeof generatedShape>;

/** The user plans these vaccinations instead of the standard schedule. */
export const vaccineScheduleArgs = v.array(v.object({ vaccineName: v.string(), dueDate: v.string() }));

type Links = Pick<Doc<"reminders">, "dogId" | "breedingId" | "litterId">;

/** Each reminder has its own permanent source key. */
async function makePlanned(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  prefix: string,
  links: Links,
  planned: readonly PlannedReminder[],
): Promise<Generated> {
  let created = 0;
  const rows: Doc<"reminders">[] = [];
  for (const { key, daysInAdvance, ...fields } of planned) {
    const source = `${prefix}:${key}`;
    const made = { ...fields, ...links, notifications: { daysInAdvance } };
    if (await ensureReminder(ctx, kennelId, source, made, { isWanted: true })) created += 1;
    const row = await findReminderOf(ctx, kennelId, source);
    if (row?.state === "pending") rows.push(row);
  }
  return { created, reminders: await new ReminderReader(ctx).describeAll(rows) };
}

type VaccineSchedule = Infer<typeof vaccineScheduleArgs>;

const MAX_PLANNED = 100;

/** Throws VALIDATION_FAILED. */
function planAsked(dogName: string, schedule: VaccineSchedule): PlannedReminder[] {
  if (schedule.length > MAX_PLANNED) {
    fail("VALIDATION_FAILED", { fields: { vaccineSchedule: `At most ${MAX_PLANNED} vaccinations` } });
  }
  return schedule.map(({ vaccineName, dueDate }, index) => {
    const name = vaccineName.trim();
    if (name === "" || !isCalendarDay(dueDate)) {
      fail("VALIDATION_FAILED", {
        fields: { [`vaccineSchedule.${index}`]: "Give a vaccine name and a date such as 2025-06-15" },
      });
    }
    return {
      key: `${vaccineKeyOf(name)}:${dueDate}`,
      title: `${name}: ${dogName}`,
      reminderType: "vaccination",
      priority: "high",
      dueDate,
      daysInAdvance: [7, 1],
    };
  });
}

/** Plans the dog's future vaccinations, or the requested vaccinations. Throws VALIDATION_FAILED. */
export async function generateForDog(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  { today, vaccineSchedule }: { today: string; vaccineSchedule?: VaccineSchedule },
): Promise<Generated> {
  const day = trustedToday(today);
  const name = dog.callName ?? dog.name;
  if (isGone(dog)) failOnFields({ dogId: `${name} is not in the kennel` });
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_DOSES_PER_PATIENT);
  const planned = vaccineSchedule
    ? planAsked(name, vaccineSchedule)
    : planVaccinations({ name, dateOfBirth: dog.dateOfBirth ?? null, doses }, day);
  return await makePlanned(ctx, dog.kennelId, makerOf("dog", dog), { dogId: dog._id }, planned);
}

function stillAhead(planned: PlannedReminder[], today: string | undefined): PlannedReminder[] {
  if (today === undefined) return planned;
  const day = trustedToday(today);
  return planned.filter(({ dueDate }) => dueDate >= day);
}

/** A failed or completed breeding gets no reminders. */
export async function generateForBreeding(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  { today }: { today?: string | undefined },
): Promise<Generated> {
  const links = { breedingId: breeding._id, dogId: breeding.damId };
  const planned = hasPlan(breeding) ? stillAhead(await planOfBreeding(ctx, breeding), today) : [];
  return await makePlanned(ctx, breeding.kennelId, makerOf("breeding", breeding), links, planned);
}

/**
 * The reminders cover the time until the puppies leave the kennel. If no puppy is alive, no reminders are created.
 */
export async function generateForLitter(
  ctx: MutationCtx,
  litter: Doc<"litters">,
  { today }: { today?: string | undefined },
): Promise<Generated> {
  const breeding = await getOrFail(ctx, "breedings", litter.breedingId);
  const links = { litterId: litter._id, breedingId: litter.breedingId };
  const planned = hasLostAll(litter) ? [] : stillAhead(await planOfLitter(ctx, breeding, litter), today);
  return await makePlanned(ctx, litter.kennelId, makerOf("litter", litter), links, planned);
}

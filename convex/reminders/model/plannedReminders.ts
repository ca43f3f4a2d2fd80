/**
 * The reminders that each kind of record plans, and when they change. Only this module defines them.
 *
 *   breeding   The dates depend on the mating and the due date. The reminders are closed when the breeding has failed
 *              or whelped. The pregnancy check is closed when the pregnancy is confirmed. All of them are opened
 *              again if this is undone.
 *   litter     The dates depend on the day of birth. The reminders are closed when no puppy is alive.
 *   dog        Vaccinations by age and doses. The date of a booster depends on the newest dose. The reminder of a
 *              given puppy dose is closed. All reminders are closed while the dog is not in the kennel
 *              (vaccinations/follows.ts).
 *   scheduled vaccination
 *              The reminder always has the date of the scheduled vaccination (vaccinations/follows.ts).
 *
 * A date that a person has set does not change, except in a reminder of a scheduled vaccination. Deleting the
 * record deletes its reminders.
 */
import type { BreedingStatus } from "../../../domain/breedings/rules";
import {
  planForBreeding,
  planForLitter,
  PREGNANCY_CHECK,
  type PlannedReminder,
} from "../../../domain/reminders/generated";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { watch, type Watch } from "../../changes/describing";
import { readDamName, readTitle } from "../../platform/model/paging/names";

export const makerOf = (kind: "breeding" | "litter" | "dog", { _id }: { readonly _id: string }): string =>
  `${kind}:${_id}`;

/**
 * If a reminder becomes pending again, its source is settled again, because the source's plan may have changed
 * since.
 */
export const watchWaiting = (kind: "breeding" | "litter" | "dog" | "scheduled-vaccination"): Watch =>
  watch({
    table: "reminders",
    fields: ["state"],
    isMember: false,
    ownerOf: ({ state, source = "" }) => {
      const [maker, id] = source.split(":");
      return state === "pending" && maker === kind ? id : undefined;
    },
  });

/** After a confirmed pregnancy, no check is planned. */
export const planOfBreeding = async (ctx: QueryCtx, breeding: Doc<"breedings">): Promise<PlannedReminder[]> =>
  planForBreeding({
    name: await readDamName(ctx, breeding),
    breedingDate: breeding.breedingDate,
    expectedDueDate: breeding.expectedDueDate ?? null,
  }).filter(({ key }) => key !== PREGNANCY_CHECK || breeding.status !== "confirmed");

/** The litter is not born yet. */
const isAhead: Record<BreedingStatus, boolean> = {
  planned: true,
  bred: true,
  confirmed: true,
  whelped: false,
  completed: false,
  failed: false,
};

export const hasPlan = ({ status }: Doc<"breedings">): boolean => isAhead[status];

/** The plan covers the time until the puppies leave the kennel. */
export const planOfLitter = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  { whelpingDate }: Doc<"litters">,
): Promise<PlannedReminder[]> => planForLitter(await readTitle(ctx, breeding), whelpingDate);

/** A litter without a recorded birth counts as alive. */
export const hasLostAll = ({ numberBorn, numberAlive }: Doc<"litters">): boolean =>
  numberBorn > 0 && numberAlive === 0;

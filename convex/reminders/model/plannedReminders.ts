/**
 * The reminders that each kind of record plans, and when they change. Only this module defines them.
 *
 *   breeding     move with the mating and the due date; are closed when the breeding has failed or whelped, and the
 *                pregnancy check when the pregnancy is confirmed; are open again when that is undone
 *   litter       move with the day of birth; are closed when no puppy is alive
 *   dog          vaccinations by age and doses: a booster moves with the newest dose, a puppy dose that was given is
 *                closed; all are closed while the dog is not in the kennel (vaccinations/follows.ts)
 *   booking      the reminder always has the date of the booked appointment (vaccinations/follows.ts)
 *
 * A date that a person has set stays, except for a booking's reminder. Deleting the record deletes its reminders.
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

/** The source key of a breeding, a litter or a dog. */
export const makerOf = (kind: "breeding" | "litter" | "dog", { _id }: { readonly _id: string }): string =>
  `${kind}:${_id}`;

/**
 * Settles a source again when one of its reminders becomes pending again, because its plan may have changed since.
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

/** Plans the reminders from mating to whelping. A confirmed pregnancy needs no check any more. */
export const planOfBreeding = async (ctx: QueryCtx, breeding: Doc<"breedings">): Promise<PlannedReminder[]> =>
  planForBreeding({
    name: await readDamName(ctx, breeding),
    breedingDate: breeding.breedingDate,
    expectedDueDate: breeding.expectedDueDate ?? null,
  }).filter(({ key }) => key !== PREGNANCY_CHECK || breeding.status !== "confirmed");

/** Whether the whelping is still ahead. */
const isAhead: Record<BreedingStatus, boolean> = {
  planned: true,
  bred: true,
  confirmed: true,
  whelped: false,
  completed: false,
  failed: false,
};

/** Says whether a breeding can have planned reminders. */
export const hasPlan = ({ status }: Doc<"breedings">): boolean => isAhead[status];

/** Plans the reminders of a litter until its puppies go home. */
export const planOfLitter = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  { whelpingDate }: Doc<"litters">,
): Promise<PlannedReminder[]> => planForLitter(await readTitle(ctx, breeding), whelpingDate);

/** Whether no puppy is alive; a litter without recorded numbers counts as alive. */
export const hasLostAll = ({ numberBorn, numberAlive }: Doc<"litters">): boolean =>
  numberBorn > 0 && numberAlive === 0;

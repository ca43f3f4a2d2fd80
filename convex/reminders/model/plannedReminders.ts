/**
 * What reminders each record plans, and which of its changes they follow; the only place that decides it.
 *
 *   breeding     moves with the mating and the due date; closed once it failed or whelped, and the check of a pregnancy
 *                once that is confirmed; open again when that is undone
 *   litter       moves with the day of birth; closed when no puppy lives
 *   dog          vaccinations by age and doses: a booster moves with the newest dose, a puppy dose that was given is
 *                closed; all are closed while the dog is not in the kennel (vaccinations/follows.ts)
 *   booking      one appointment, one day: always on the booking's day (vaccinations/follows.ts)
 *
 * A day that a person has given a reminder stays, but for a booking's. Deleting the record deletes its reminders.
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

/** Names a breeding, a litter or a dog to its reminders. */
export const makerOf = (kind: "breeding" | "litter" | "dog", { _id }: { readonly _id: string }): string =>
  `${kind}:${_id}`;

/** Watches for a reminder of a maker that waits again, of which the maker may say something else by now. */
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

/** Plans the reminders from mating to whelping; a confirmed pregnancy has been checked. */
export const planOfBreeding = async (ctx: QueryCtx, breeding: Doc<"breedings">): Promise<PlannedReminder[]> =>
  planForBreeding({
    name: await readDamName(ctx, breeding),
    breedingDate: breeding.breedingDate,
    expectedDueDate: breeding.expectedDueDate ?? null,
  }).filter(({ key }) => key !== PREGNANCY_CHECK || breeding.status !== "confirmed");

/** Whether what leads to a whelping is still ahead. */
const isAhead: Record<BreedingStatus, boolean> = {
  planned: true,
  bred: true,
  confirmed: true,
  whelped: false,
  completed: false,
  failed: false,
};

/** Says whether a breeding has anything ahead that can be planned. */
export const hasPlan = ({ status }: Doc<"breedings">): boolean => isAhead[status];

/** Plans the reminders of a litter until its puppies go home. */
export const planOfLitter = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  { whelpingDate }: Doc<"litters">,
): Promise<PlannedReminder[]> => planForLitter(await readTitle(ctx, breeding), whelpingDate);

/** Whether none of the puppies lives; a litter whose numbers are not recorded yet has lost none. */
export const hasLostAll = ({ numberBorn, numberAlive }: Doc<"litters">): boolean =>
  numberBorn > 0 && numberAlive === 0;

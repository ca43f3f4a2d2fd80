/** The results that functions return for doses of medication, and values calculated from a stored course. */
import { v, type Infer } from "convex/values";
import type { PlannedCourse } from "../../../domain/health/medications";
import type { Doc } from "../../_generated/dataModel";
import { NamesOnce } from "../../platform/model/paging/rowsOnce";
import { textOrNull } from "../../platform/tables/shared";

export const doseShape = v.object({
  entryKey: v.string(),
  dayOn: v.string(),
  slot: v.union(v.number(), v.null()),
  givenAt: v.number(),
  /** Null if the caller may not see the team, or if the person has left the kennel. */
  givenBy: textOrNull,
  isSelf: v.boolean(),
});
export type Dose = Infer<typeof doseShape>;

/** Each person is loaded once. */
export class DoseNames extends NamesOnce {
  async toDose(row: Doc<"medicationDoses">): Promise<Dose> {
    const { entryKey, dayOn, slot = null, givenAt, givenBy } = row;
    const name = await this.nameOf(givenBy);
    return { entryKey, dayOn, slot, givenAt, givenBy: name, isSelf: this.isSelf(givenBy) };
  }
}

/** domain/health/medications.ts needs this form of a course. */
export const plannedOf = ({
  schedule,
  startOn,
  endOn,
  stoppedOn,
}: Doc<"medicationCourses">): PlannedCourse => ({
  schedule,
  startOn,
  endOn: endOn ?? null,
  stoppedOn: stoppedOn ?? null,
});

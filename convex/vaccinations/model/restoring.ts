/** Doses, settled again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { withCounts } from "../../platform/model/changeRecorder";
import { settleDoses } from "./doseRows";
import { patientOf, patientOfDog, type Patient } from "./patients";

const settle = async (ctx: MutationCtx, patient: Patient): Promise<void> =>
  await withCounts(ctx, async (counting) => await settleDoses(counting, patient));

/** Says again which doses of a dog are its newest. */
export const settleDog = async (ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> =>
  await settle(ctx, patientOfDog(dog));

/** Says again which doses of a puppy are its newest. */
export async function settlePuppy(ctx: MutationCtx, puppy: Doc<"puppies">): Promise<void> {
  const patient = await patientOf(ctx, { puppyId: puppy._id });
  if (patient?.puppyId) await settle(ctx, patient);
}

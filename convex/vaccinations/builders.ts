/** The builders for functions that handle one scheduled vaccination, or the vaccinations of one dog or puppy. */
import { v } from "convex/values";
import { PATIENT_MISSING } from "../../domain/vaccinations/rules";
import { fail } from "../../domain/errors";
import type { QueryCtx } from "../_generated/server";
import { buildersBy, rowBuilders, type Requirement } from "../platform/functions";
import { checkPermission, getAccess, requireIdentity, type Access } from "../platform/model/people/identity";
import { findPatient, type Patient } from "./model/patients";

export const { mutation: bookingMutation } = rowBuilders(
  "scheduledVaccinations",
  "booking",
  "scheduledVaccinationId",
);

interface PatientRequirement extends Requirement {
  /** The message is shown if neither a dog nor a puppy is given. */
  missing?: string;
}

/** A puppy must not be recorded as one of the kennel's dogs. */
async function requirePatient(
  ctx: QueryCtx,
  ids: { dogId?: string; puppyId?: string },
  { permission, missing = PATIENT_MISSING }: PatientRequirement,
): Promise<{ patient: Patient; access: Access }> {
  await requireIdentity(ctx);
  if (!ids.dogId && !ids.puppyId) fail("VALIDATION_FAILED", { fields: { dogId: missing } });
  const patient = await findPatient(ctx, ids);
  const access = patient && (await getAccess(ctx, patient.kennelId));
  if (!patient || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { patient, access };
}

/** The functions throw NOT_FOUND, or VALIDATION_FAILED if neither a dog nor a puppy is given. */
export const { query: patientQuery, mutation: patientMutation } = buildersBy({
  args: { dogId: v.optional(v.string()), puppyId: v.optional(v.string()) },
  input: async (
    ctx: QueryCtx,
    ids: { dogId?: string; puppyId?: string },
    requirement: PatientRequirement,
  ) => ({
    ctx: await requirePatient(ctx, ids, requirement),
    args: {},
  }),
});

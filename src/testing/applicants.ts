/** Creates applicants of the waiting list as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "@domain/litters/record";
import { blankValues, omitFields } from "@domain/records/record";
import type { api } from "@convex/_generated/api";

type Applicant = FunctionReturnType<typeof api.litters.waitingList.list>["active"][number];

let count = 0;

/** Waits for any puppy. */
export function makeApplicant(changes: Partial<Applicant> = {}): Applicant {
  count += 1;
  return {
    _id: `applicant${count}` as Applicant["_id"],
    kennelId: "kennel1" as Applicant["kennelId"],
    ...blankValues({ ...APPLICANT_FIELDS, ...omitFields(APPLICANT_STATE, ["puppyId"]) }),
    name: "Anna Bell",
    contactId: null,
    puppy: null,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

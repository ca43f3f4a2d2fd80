/** What was deleted meanwhile, or belongs to another kennel. */
import { getErrorData } from "@domain/errors";

/** Whether a call failed because there is no such record. */
export const isNotFound = (error: unknown): boolean => getErrorData(error)?.code === "NOT_FOUND";

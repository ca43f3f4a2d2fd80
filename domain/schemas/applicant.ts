/** The shape of an offer to an applicant as typed. */
import { z } from "zod";
import { requiredDay } from "./fields";

/** Until when an offer stands. */
export const offerSchema = z.object({
  offerUntil: requiredDay("Answer by", "Choose the day by which they answer"),
});

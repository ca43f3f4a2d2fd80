/** A heat as it is recorded: each field once. Rules about its days are in domain/heats/rules.ts. */
import { HEAT_SIGNS } from "../constants/heats";
import { day, list, neededDay, notes } from "./fields";

/** What a person writes of a heat. */
export const HEAT_FIELDS = {
  startOn: neededDay("First day", "First day is required", { column: "Start" }),
  endOn: day("Last day", { column: "End" }),
  signs: list("Signs", HEAT_SIGNS, "sign"),
  notes: notes("Notes"),
} as const;

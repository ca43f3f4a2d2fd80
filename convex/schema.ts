/** The database schema. Each table is defined in its area's tables/ folder. */
import { defineSchema } from "convex/server";
import { DEFINITIONS } from "./tables.gen";

export default defineSchema(DEFINITIONS);

/** Tells Convex of the tables; each describes itself in its area's tables/. */
import { defineSchema } from "convex/server";
import { DEFINITIONS } from "./tables.gen";

export default defineSchema(DEFINITIONS);

/** Doses as the server's functions answer them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type DosePage = FunctionReturnType<typeof api.vaccinations.immunizations.list>;
export type Dose = DosePage["data"][number];

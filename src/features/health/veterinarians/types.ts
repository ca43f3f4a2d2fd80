/** The shapes of veterinarians as the server's functions give them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type Veterinarian = FunctionReturnType<typeof api.health.veterinaryRecords.list>["data"][number];

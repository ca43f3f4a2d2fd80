/** The shapes of breedings as the server's functions give them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type BreedingPage = FunctionReturnType<typeof api.breedings.breedings.list>;
export type Breeding = BreedingPage["data"][number];
export type Mate = NonNullable<Breeding["sire"]>;

/** The types of dogs in results of server functions. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type DogPage = FunctionReturnType<typeof api.dogs.dogs.list>;
export type Dog = DogPage["data"][number];
export type DogId = Dog["_id"];
export type ParentChoice = FunctionReturnType<typeof api.dogs.dogs.searchParents>[number];
export type Photo = Dog["photos"][number];

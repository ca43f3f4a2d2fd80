/** The litters' data as the functions answer it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type Litter = FunctionReturnType<typeof api.litters.litters.get>;
export type Puppy = Litter["puppies"][number];
export type Portrait = FunctionReturnType<typeof api.litters.puppyPhotos.portraits>[number];
export type Weight = FunctionReturnType<typeof api.litters.puppyWeights.list>[number];

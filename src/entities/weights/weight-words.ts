/** A dog's weights on screen: the points of the curve. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type DogWeights = NonNullable<FunctionReturnType<typeof api.health.dogWeights.list>>;
export type DogWeight = DogWeights["weights"][number];

export interface WeightPoint {
  readonly at: number;
  readonly grams: number;
}

/** Noon of a day on this device. */
const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

/** Lists all weights as points in time, the oldest first, those as a puppy among them. */
export function pointsOf({ weights, asPuppy }: DogWeights): WeightPoint[] {
  const grown = weights.map(({ weighedOn, grams }) => ({ at: noonOf(weighedOn), grams }));
  const young = asPuppy.map(({ weighedAt, grams }) => ({ at: weighedAt, grams }));
  return [...young, ...grown].sort((a, b) => a.at - b.at);
}

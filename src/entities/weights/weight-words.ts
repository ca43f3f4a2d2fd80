/** A dog's weights on screen: the points of the curve, and the check for typing errors. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { weightDoubt } from "@domain/health/weight-doubt";
import { formatGrams, type WeightUnit } from "@domain/health/weights";

export type DogWeights = NonNullable<FunctionReturnType<typeof api.health.dogWeights.list>>;
export type DogWeight = DogWeights["weights"][number];

export interface WeighedDog {
  readonly _id: string;
  readonly name: string;
  readonly dateOfBirth: string | null;
}

export interface WeightPoint {
  readonly at: number;
  readonly grams: number;
}

const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

/** Returns why a weight is unlikely compared with the dog's other weights. `except` is the edited weight. */
export function doubtOf(
  { weights, asPuppy }: DogWeights,
  { grams, weighedOn, dateOfBirth }: { grams: number; weighedOn: string; dateOfBirth: string | null },
  { unit, except }: { unit: WeightUnit; except: string | undefined },
): string | null {
  const others = pointsOf({ weights: weights.filter(({ _id }) => _id !== except), asPuppy });
  const known = others.map((point) => ({ ...point, when: `on ${formatDay(localDay(new Date(point.at)))}` }));
  const bornAt = dateOfBirth === null ? null : noonOf(dateOfBirth);
  return weightDoubt({ grams, at: noonOf(weighedOn), bornAt, known }, (each) => formatGrams(each, unit));
}

/** Oldest first, including the weights as a puppy. */
export function pointsOf({ weights, asPuppy }: DogWeights): WeightPoint[] {
  const grown = weights.map(({ weighedOn, grams }) => ({ at: noonOf(weighedOn), grams }));
  const young = asPuppy.map(({ weighedAt, grams }) => ({ at: weighedAt, grams }));
  return [...young, ...grown].sort((a, b) => a.at - b.at);
}

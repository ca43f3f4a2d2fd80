/** Stores one number for each value of a choice, such as the number of breedings by status. */
import { v, type VFloat64 } from "convex/values";

export type Tally<Name extends string> = Record<Name, number>;

const each = <Name extends string, Made>(names: readonly Name[], made: Made): Record<Name, Made> =>
  Object.fromEntries(names.map((name) => [name, made])) as Record<Name, Made>; // The object has an entry for every name.

export const tallyFields = <Name extends string>(names: readonly Name[]): Record<Name, VFloat64> =>
  each(names, v.number());

export const noneOf = <Name extends string>(names: readonly Name[]): Tally<Name> => each(names, 0);

export const totalOf = (tally: Readonly<Record<string, number>>): number =>
  Object.values(tally).reduce((sum, count) => sum + count, 0);

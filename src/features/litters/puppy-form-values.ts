/** A puppy's form: its texts, and what of them was changed. Only changed fields are sent, so two people can edit one puppy. */
import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Puppy } from "@/features/litters/types";

export interface PuppyFormValues {
  readonly order: string;
  readonly name: string;
  readonly gender: string;
  readonly collarColor: string;
  readonly color: string;
  readonly markings: string;
  /** As a local date and time input holds it. */
  readonly bornAt: string;
  readonly birthWeightGrams: string;
  readonly presentation: string;
  readonly assistance: string;
  readonly microchipNumber: string;
  readonly price: string;
  readonly notes: string;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Writes an instant for a local date and time input. */
export function toLocalInput(instant: number | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Fills the form with a puppy. */
export const valuesOf = (puppy: Puppy): PuppyFormValues => ({
  order: String(puppy.order),
  name: puppy.name ?? "",
  gender: puppy.gender ?? "",
  collarColor: puppy.collarColor ?? "",
  color: puppy.color ?? "",
  markings: puppy.markings ?? "",
  bornAt: toLocalInput(puppy.bornAt),
  birthWeightGrams: puppy.birthWeightGrams === null ? "" : String(puppy.birthWeightGrams),
  presentation: puppy.presentation ?? "",
  assistance: puppy.assistance ?? "",
  microchipNumber: puppy.microchipNumber ?? "",
  price: puppy.priceCents === null ? "" : (puppy.priceCents / 100).toFixed(2),
  notes: puppy.notes ?? "",
});

type Change = Omit<FunctionArgs<typeof api.puppies.update>, "puppyId">;

/** Reads a typed number; text that is none becomes NaN, which the server refuses at its field. */
const numberOf = (text: string): number | null =>
  text.trim() === "" ? null : Number(text.replace(",", "."));

const centsOf = (text: string): number | null => {
  const dollars = numberOf(text.replace(/[$\s]/gu, "").replace(/,(?=\d{3}\b)/gu, ""));
  return dollars === null ? null : Math.round(dollars * 100);
};

const readers: Record<keyof PuppyFormValues, (text: string) => Change> = {
  order: (text) => ({ order: numberOf(text) ?? undefined }),
  name: (text) => ({ name: text }),
  gender: (text) => ({ gender: text === "" ? null : text }),
  collarColor: (text) => ({ collarColor: text }),
  color: (text) => ({ color: text }),
  markings: (text) => ({ markings: text }),
  bornAt: (text) => ({ bornAt: text === "" ? null : new Date(text).getTime() }),
  birthWeightGrams: (text) => ({ birthWeightGrams: numberOf(text) }),
  presentation: (text) => ({ presentation: text === "" ? null : text }),
  assistance: (text) => ({ assistance: text === "" ? null : text }),
  microchipNumber: (text) => ({ microchipNumber: text }),
  price: (text) => ({ priceCents: centsOf(text) }),
  notes: (text) => ({ notes: text }),
};

/** Collects what differs from the values the form was opened with. */
export function changesOf(before: PuppyFormValues, after: PuppyFormValues): Change {
  const fields = Object.keys(readers) as (keyof PuppyFormValues)[]; // the keys of the table above
  return Object.assign(
    {},
    ...fields.filter((field) => before[field] !== after[field]).map((field) => readers[field](after[field])),
  ) as Change;
}

/**
 * A puppy's form: its texts, what of them is sent, and which are decided together when two people changed them. Only
 * changed fields are sent, so two people can edit one puppy, and a weight that is not touched stays to the gram.
 */
import type { FunctionArgs } from "convex/server";
import { longTextGroup, orEmpty, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { Puppy } from "@/features/litters/types";
import { centsOf, dollarsOf } from "@domain/formatting/dollars";
import { formatCents } from "@domain/formatting/formatting";
import { puppyWeightText, readPuppyWeight, type PuppyWeightUnit } from "@domain/health/weights";
import { assistanceLabels, genderLabels, presentationLabels } from "@domain/litters/labels";
import type { api } from "@convex/_generated/api";

export type PuppyFormValues = {
  readonly order: string;
  readonly name: string;
  readonly gender: string;
  readonly collarColor: string;
  readonly color: string;
  readonly markings: string;
  /** As a local date and time input holds it. */
  readonly bornAt: string;
  /** As the person writes weights: '412', or '14.5 oz'. */
  readonly birthWeightGrams: string;
  readonly presentation: string;
  readonly assistance: string;
  readonly microchipNumber: string;
  readonly price: string;
  readonly notes: string;
};

const two = (value: number): string => String(value).padStart(2, "0");

/** Writes an instant for a local date and time input. */
export function toLocalInput(instant: number | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const valuesOf = (puppy: Puppy, unit: PuppyWeightUnit): PuppyFormValues => ({
  order: String(puppy.order),
  name: puppy.name ?? "",
  gender: puppy.gender ?? "",
  collarColor: puppy.collarColor ?? "",
  color: puppy.color ?? "",
  markings: puppy.markings ?? "",
  bornAt: toLocalInput(puppy.bornAt),
  birthWeightGrams: puppy.birthWeightGrams === null ? "" : puppyWeightText(puppy.birthWeightGrams, unit),
  presentation: puppy.presentation ?? "",
  assistance: puppy.assistance ?? "",
  microchipNumber: puppy.microchipNumber ?? "",
  price: puppy.priceCents === null ? "" : dollarsOf(puppy.priceCents),
  notes: puppy.notes ?? "",
});

type Change = Omit<FunctionArgs<typeof api.litters.puppies.update>, "puppyId">;

/** Reads a typed number; text that is none becomes NaN, which is refused at its field. */
const numberOf = (text: string): number | null =>
  text.trim() === "" ? null : Number(text.replace(",", "."));

/** Reads an amount; nothing typed is none, and what is no amount stays a fault of its field. */
const amountOf = (text: string): number | null => (text.trim() === "" ? null : (centsOf(text) ?? Number.NaN));

const READERS: Record<keyof PuppyFormValues, (text: string, unit: PuppyWeightUnit) => Change> = {
  order: (text) => ({ order: numberOf(text) ?? undefined }),
  name: (text) => ({ name: text }),
  gender: (text) => ({ gender: text === "" ? null : text }),
  collarColor: (text) => ({ collarColor: text }),
  color: (text) => ({ color: text }),
  markings: (text) => ({ markings: text }),
  bornAt: (text) => ({ bornAt: text === "" ? null : new Date(text).getTime() }),
  birthWeightGrams: (text, unit) => ({ birthWeightGrams: readPuppyWeight(text, unit) }),
  presentation: (text) => ({ presentation: text === "" ? null : text }),
  assistance: (text) => ({ assistance: text === "" ? null : text }),
  microchipNumber: (text) => ({ microchipNumber: text }),
  price: (text) => ({ priceCents: amountOf(text) }),
  notes: (text) => ({ notes: text }),
};

const FIELDS = Object.keys(READERS) as (keyof PuppyFormValues)[]; // the keys of the table above

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toPuppyField(name: string): keyof PuppyFormValues | null {
  const own = name === "priceCents" ? "price" : name;
  return FIELDS.find((field) => field === own) ?? null;
}

type Values = PuppyFormValues;

const choiceGroup = (
  field: "gender" | "presentation" | "assistance",
  label: string,
  labels: Readonly<Record<string, string>>,
): RecordGroup<Values> => ({
  key: field,
  label,
  fields: [field],
  show: (values) => orEmpty(labels[values[field]]),
});

const groupsIn = (unit: PuppyWeightUnit): readonly RecordGroup<Values>[] => [
  textGroup("name", "Name"),
  choiceGroup("gender", "Sex", genderLabels),
  textGroup("collarColor", "Collar"),
  textGroup("color", "Color"),
  textGroup("markings", "Markings"),
  textGroup("order", "Order of Birth"),
  {
    key: "bornAt",
    label: "Born",
    fields: ["bornAt"],
    show: ({ bornAt }) => orEmpty(bornAt.replace("T", ", ")),
  },
  {
    key: "birthWeightGrams",
    label: "Birth Weight",
    fields: ["birthWeightGrams"],
    show: ({ birthWeightGrams }) =>
      orEmpty(birthWeightGrams && (unit === "g" ? `${birthWeightGrams} g` : birthWeightGrams)),
  },
  choiceGroup("presentation", "Presentation", presentationLabels),
  choiceGroup("assistance", "Assistance", assistanceLabels),
  textGroup("microchipNumber", "Microchip Number"),
  {
    key: "price",
    label: "Price",
    fields: ["price"],
    show: ({ price }) => orEmpty(price && formatCents(centsOf(price) ?? 0)),
  },
  longTextGroup("notes", "Notes"),
];

/** Makes the parts of the form for who reads and types weights in a unit. */
export function puppyForm(unit: PuppyWeightUnit) {
  const read = (fields: readonly (keyof PuppyFormValues)[], values: PuppyFormValues): Change =>
    Object.assign({}, ...fields.map((field) => READERS[field](values[field], unit))) as Change; // parts of one change
  return {
    /** Fills the form with a puppy. */
    valuesOf: (puppy: Puppy) => valuesOf(puppy, unit),
    /** Makes what the server takes of all the form's values. */
    toServer: (values: PuppyFormValues): Change => read(FIELDS, values),
    /** Collects what differs from the values the form stands on. */
    changesOf: (before: PuppyFormValues, after: PuppyFormValues): Change =>
      read(
        FIELDS.filter((field) => before[field] !== after[field]),
        after,
      ),
    /** All fields of the form, in its order. */
    groups: groupsIn(unit),
  };
}

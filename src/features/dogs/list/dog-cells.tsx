/** What the table of dogs shows of a dog, as text and as drawn, and how wide its columns are without a width of the person's. */
import type { ReactNode } from "react";
import type { FunctionReturnType } from "convex/server";
import { Badge } from "@/components/ui/badge";
import { statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import type { Dog } from "@/entities/dogs/types";
import { cn } from "@/lib/utils";
import type { api } from "@convex/_generated/api";
import { dueText } from "@domain/dashboard/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { ageInMonths } from "@domain/dogs/age";
import { DOG_COLUMN_LABELS, type DogColumn } from "@domain/dogs/table-columns";
import { genderLabels } from "@domain/dogs/words";
import { formatDay, formatMonth, formatPercent, formatShortDay } from "@domain/formatting/formatting";
import { DUE_SOON_DAYS } from "@domain/health/rules";

type RowFacts = FunctionReturnType<typeof api.dogs.due.ofDogs>[number];

/** What is read for rows in sight beside the dog; a part is undefined until it has come. */
export type DogFacts = Partial<Omit<RowFacts, "dogId">> & {
  /** The coefficient of inbreeding as a share of one; null while it is calculated. */
  coefficient?: number | null | undefined;
};

export const NO_FACTS: DogFacts = {};

/** The columns whose cells wait for each kind of facts. */
export const ROW_FACT_COLUMNS: ReadonlySet<DogColumn> = new Set<DogColumn>(["sire", "dam", "nextDue"]);

const MONTHS_PER_YEAR = 12;

/** Writes an age for a narrow column: '3 y 7 m', '2 m'; that of a dead dog as lived. */
export function narrowAge(dog: Dog, today: string): string | null {
  const all = ageInMonths(dog, today);
  if (all === null) return null;
  const [years, months] = [Math.floor(all / MONTHS_PER_YEAR), all % MONTHS_PER_YEAR];
  const text = [years > 0 && `${years} y`, (months > 0 || years === 0) && `${months} m`]
    .filter(Boolean)
    .join(" ");
  return dog.status === "deceased" ? `lived ${text}` : text;
}

/** Days ahead from which on a day without its year could be that of another year. */
const FAR_DAYS = 300;

/** Writes when something is due: by words as long as it is soon, then by its date, and by its month when it is far. */
function whenText(on: string, today: string): string {
  const days = daysBetween(today, on);
  return days <= DUE_SOON_DAYS ? dueText(on, today) : days < FAR_DAYS ? formatShortDay(on) : formatMonth(on);
}

/** Draws what is due next: when in the color of how soon, and what. */
export function NextDue({ next, today }: { next: NonNullable<RowFacts["next"]>; today: string }) {
  const days = daysBetween(today, next.on);
  return (
    <>
      <span
        className={cn(
          "whitespace-nowrap",
          days <= DUE_SOON_DAYS && "font-semibold",
          days < 0 ? "text-destructive" : days <= DUE_SOON_DAYS && "text-warning",
        )}
      >
        {whenText(next.on, today)}
      </span>{" "}
      <span className="text-muted-foreground">{next.title}</span>
    </>
  );
}

type Cell = (dog: Dog, facts: DogFacts, today: string) => string | null | undefined;

const knowsParents = ({ sire, dam }: Dog): boolean => sire !== null && dam !== null;

/** What a dog's cell of a column says. */
const cellTexts: Record<DogColumn, Cell> = {
  callName: ({ callName }) => callName,
  breed: ({ breed }) => breed,
  gender: ({ gender }) => genderLabels[gender],
  dateOfBirth: ({ dateOfBirth }) => (dateOfBirth ? formatDay(dateOfBirth) : null),
  registrationNumber: ({ registrationNumber }) => registrationNumber,
  status: ({ status }) => statusLabels[status],
  isBreedingDog: ({ isBreedingDog }) => (isBreedingDog ? "Yes" : "No"),
  microchipNumber: ({ microchipNumber }) => microchipNumber,
  titles: ({ titles }) => titles,
  color: ({ color }) => color,
  currentOwnerName: ({ currentOwnerName }) => currentOwnerName,
  photo: () => null,
  age: (dog, _facts, today) => narrowAge(dog, today),
  sire: (_dog, { sire }) => sire,
  dam: (_dog, { dam }) => dam,
  // Without both parents nothing is known of it.
  coi: (dog, { coefficient }) =>
    !knowsParents(dog) || coefficient === undefined
      ? null
      : coefficient === null
        ? "..."
        : formatPercent(coefficient, 1),
  nextDue: (_dog, { next }, today) => next && `${whenText(next.on, today)} ${next.title}`,
};

/** Draws a dog's cell of a column. */
export function drawCell(column: DogColumn, dog: Dog, facts: DogFacts, today: string): ReactNode {
  if (column === "status")
    return <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>;
  if (column === "nextDue") return facts.next ? <NextDue next={facts.next} today={today} /> : null;
  return cellTexts[column](dog, facts, today);
}

/** The columns of numbers, which stand at the right of their place. */
export const isAtRight = (column: DogColumn | "name"): boolean => column === "age" || column === "coi";

/** Columns of names and dates: they are as wide as what is in them, and others give way first. */
const WHOLE: ReadonlySet<DogColumn> = new Set<DogColumn>([
  "callName",
  "dateOfBirth",
  "status",
  "age",
  "coi",
  "gender",
  "isBreedingDog",
]);

const CELL_PADDING_PX = 20;
/** The box that selects, the portrait and the sign of the sex beside a name. */
const NAME_EXTRAS_PX = { box: 32, photo: 48, sex: 24 } as const;
/** The sign by which a head is sorted, and the edge by which it is drawn. */
const HEAD_EXTRAS_PX = 30;
/** The button that opens the choice of a status, and the frame of the badge. */
const STATUS_EXTRAS_PX = 36;
const USUAL_LETTER_PX = 8;
/** What the browser may round up. */
const ROUNDING_PX = 4;

let measure: ((text: string, isHead: boolean) => number) | null = null;

/** Measures a text as the table writes it, in pixels. */
function textWidth(text: string, isHead: boolean): number {
  if (measure === null) {
    const context =
      typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
    const family = getComputedStyle(document.body).fontFamily;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    measure = (each, asHead) => {
      if (!context) return each.length * USUAL_LETTER_PX;
      context.font = asHead ? `600 ${0.875 * rem}px ${family}` : `500 ${0.95 * rem}px ${family}`;
      return context.measureText(each).width;
    };
  }
  return measure(text, isHead);
}

/** What the widths are taken of. */
export type Measured = {
  dogs: readonly Dog[];
  /** The facts that have come so far, by the dog's id. */
  facts: ReadonlyMap<string, DogFacts>;
  today: string;
};

/** Returns the width in pixels that shows all of a column in the rows that are loaded. */
export function fittingWidth(
  column: DogColumn | "name",
  { dogs, facts, today }: Measured,
  hasPhoto = false,
): number {
  const head = textWidth(DOG_COLUMN_LABELS[column], true) + HEAD_EXTRAS_PX;
  const texts = new Set(
    dogs.map((dog) =>
      column === "name" ? dog.name : cellTexts[column](dog, facts.get(dog._id) ?? NO_FACTS, today),
    ),
  );
  let widest = 0;
  for (const text of texts) if (text) widest = Math.max(widest, textWidth(text, false));
  const { box, photo, sex } = NAME_EXTRAS_PX;
  const extras =
    column === "name" ? box + sex + (hasPhoto ? photo : 0) : column === "status" ? STATUS_EXTRAS_PX : 0;
  return Math.ceil(
    Math.max(head + (column === "name" ? box : 0), widest + extras) + CELL_PADDING_PX + ROUNDING_PX,
  );
}

/** What a column of long texts is given without a width of the person's, where there is room for it. */
const LONG_PX = { name: 312, text: 176, due: 240 } as const;
const LEAST_PX = { name: 240, text: 84, due: 168 } as const;

/** Between which widths in pixels a column is drawn; with null as the most it takes the room that is left. */
export type Room = { least: number; most: number | null };

/** Returns the room of a column without a width of the person's. */
export function ownRoom(column: DogColumn | "name", measured: Measured, hasPhoto: boolean): Room {
  const fits = fittingWidth(column, measured, hasPhoto);
  if (column === "name") return { least: Math.min(Math.max(fits, LEAST_PX.name), LONG_PX.name), most: null };
  if (WHOLE.has(column)) return { least: Math.min(fits, LONG_PX.due), most: Math.min(fits, LONG_PX.due) };
  // What comes with the rows in sight has a width of its own, so that nothing moves when it comes.
  if (column === "nextDue") return { least: LEAST_PX.due, most: LONG_PX.due };
  if (ROW_FACT_COLUMNS.has(column)) return { least: LEAST_PX.text, most: LEAST_PX.text + 24 };
  const most = Math.min(fits, LONG_PX.text);
  return { least: Math.min(most, LEAST_PX.text + 24), most };
}

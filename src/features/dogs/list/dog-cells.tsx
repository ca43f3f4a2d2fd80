/** The cells of the dog table, as text and as rendered content, and the default widths of the columns. */
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

/** Loaded separately for the visible rows. Each part is undefined while loading. */
export type DogFacts = Partial<Omit<RowFacts, "dogId">> & {
  /** As a share of one. Null while the server calculates the coefficient. */
  coefficient?: number | null | undefined;
};

export const NO_FACTS: DogFacts = {};

/** Cells of these columns wait for facts. */
export const ROW_FACT_COLUMNS: ReadonlySet<DogColumn> = new Set<DogColumn>(["sire", "dam", "nextDue"]);

const MONTHS_PER_YEAR = 12;

/** Like '3 y 7 m', '2 m'. For a deceased dog, the age at death. */
export function narrowAge(dog: Dog, today: string): string | null {
  const all = ageInMonths(dog, today);
  if (all === null) return null;
  const [years, months] = [Math.floor(all / MONTHS_PER_YEAR), all % MONTHS_PER_YEAR];
  const text = [years > 0 && `${years} y`, (months > 0 || years === 0) && `${months} m`]
    .filter(Boolean)
    .join(" ");
  return dog.status === "deceased" ? `lived ${text}` : text;
}

/** From this many days ahead, a date without its year could be mistaken for a date in another year. */
const FAR_DAYS = 300;

/** In words if the date is soon, as a date if it is later, and as a month if it is far away. */
function whenText(on: string, today: string): string {
  const days = daysBetween(today, on);
  return days <= DUE_SOON_DAYS ? dueText(on, today) : days < FAR_DAYS ? formatShortDay(on) : formatMonth(on);
}

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
  // The coefficient is known only if both parents are recorded.
  coi: (dog, { coefficient }) =>
    !knowsParents(dog) || coefficient === undefined
      ? null
      : coefficient === null
        ? "..."
        : formatPercent(coefficient, 1),
  nextDue: (_dog, { next }, today) => next && `${whenText(next.on, today)} ${next.title}`,
};

export function drawCell(column: DogColumn, dog: Dog, facts: DogFacts, today: string): ReactNode {
  if (column === "status")
    return <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>;
  if (column === "nextDue") return facts.next ? <NextDue next={facts.next} today={today} /> : null;
  return cellTexts[column](dog, facts, today);
}

/** Columns of numbers are aligned to the right. */
export const isAtRight = (column: DogColumn | "name"): boolean => column === "age" || column === "coi";

/** These columns have names and dates and are as wide as their content. Other columns shrink first. */
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
/** Beside a name: the selection box, the photo and the symbol of the sex. */
const NAME_EXTRAS_PX = { box: 32, photo: 48, sex: 24 } as const;
/** The sort symbol and the edge that resizes the column. */
const HEAD_EXTRAS_PX = 30;
/** The status button's arrow and the badge's padding. */
const STATUS_EXTRAS_PX = 36;
const USUAL_LETTER_PX = 8;
/** The browser may round a width up by this much. */
const ROUNDING_PX = 4;

let measure: ((text: string, isHead: boolean) => number) | null = null;

/** In the table's font. */
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

/** The texts of these dogs and facts are measured. */
export type Measured = {
  dogs: readonly Dog[];
  /** The facts loaded so far, by the dog's id. */
  facts: ReadonlyMap<string, DogFacts>;
  today: string;
};

/** At this width in pixels, a column shows the whole content of the loaded rows. */
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

/** Widths of long texts if the user set no widths and there is room. */
const LONG_PX = { name: 312, text: 176, due: 240 } as const;
const LEAST_PX = { name: 240, text: 84, due: 168 } as const;

/** In pixels. With null as the largest width, the column fills the remaining space. */
export type Room = { least: number; most: number | null };

/** For a column whose width the user did not set. */
export function ownRoom(column: DogColumn | "name", measured: Measured, hasPhoto: boolean): Room {
  const fits = fittingWidth(column, measured, hasPhoto);
  if (column === "name") return { least: Math.min(Math.max(fits, LEAST_PX.name), LONG_PX.name), most: null };
  if (WHOLE.has(column)) return { least: Math.min(fits, LONG_PX.due), most: Math.min(fits, LONG_PX.due) };
  // Columns whose content loads later have a fixed width, so that nothing moves when the content arrives.
  if (column === "nextDue") return { least: LEAST_PX.due, most: LONG_PX.due };
  if (ROW_FACT_COLUMNS.has(column)) return { least: LEAST_PX.text, most: LEAST_PX.text + 24 };
  const most = Math.min(fits, LONG_PX.text);
  return { least: Math.min(most, LEAST_PX.text + 24), most };
}

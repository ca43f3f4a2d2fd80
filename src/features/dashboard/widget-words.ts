/** The words for a widget: a text version of its chart, and the message if there is no data. */
import type { Board } from "@/features/dashboard/use-dashboard";
import { WIDGET_LABELS } from "@domain/dashboard/rules";
import { formatCents } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

export type BoardWidget = Board[number];
export type WidgetFigures = NonNullable<BoardWidget["data"]>;

export const widgetTitle = ({ title, kind }: Pick<BoardWidget, "title" | "kind">): string =>
  title ?? WIDGET_LABELS[kind];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `month` has the form `YYYY-MM`. */
export const monthName = (month: string): string => MONTHS[Number(month.slice(5)) - 1] ?? month;

export function figuresText(data: WidgetFigures, gramsText: (grams: number) => string): string {
  switch (data.kind) {
    case "breedings_per_year":
      return data.years
        .map(({ year, breedings, litters }) => `${year}: ${breedings} breedings, ${litters} litters`)
        .join("; ");
    case "puppies_per_year":
      return data.years.map(({ year, born, alive }) => `${year}: ${born} born, ${alive} alive`).join("; ");
    case "costs_and_income":
      return data.years
        .map(
          ({ year, incomeCents, costCents }) =>
            `${year}: income ${formatCents(incomeCents)}, costs ${formatCents(costCents)}`,
        )
        .join("; ");
    case "vaccinations_due":
      return data.months.map(({ month, count }) => `${monthName(month)}: ${count}`).join("; ");
    case "newest_litter_weight":
      return data.points
        .map(({ ageDays, averageGrams }) => `Day ${ageDays}: ${gramsText(averageGrams)} on average`)
        .join("; ");
    default:
      return data satisfies never;
  }
}

/** Null if there is a chart. */
export function emptyText(data: WidgetFigures | null): string | null {
  switch (data?.kind) {
    case undefined:
      return "You do not have access to this area of the kennel.";
    case "breedings_per_year":
      return data.years.some(({ breedings, litters }) => breedings + litters > 0)
        ? null
        : "No breedings in these years yet.";
    case "puppies_per_year":
      return data.years.some(({ born }) => born > 0) ? null : "No puppies in these years yet.";
    case "costs_and_income":
      return data.years.some(({ incomeCents, costCents }) => incomeCents + costCents > 0)
        ? null
        : "Nothing sold, earned or spent in these years yet.";
    case "vaccinations_due":
      return data.overdue > 0 || data.months.some(({ count }) => count > 0)
        ? null
        : "No vaccinations due in these months.";
    case "newest_litter_weight":
      if (data.litter === null) return "The weights of your first litter will appear here.";
      return data.points.length > 0 ? null : `No weights of ${data.litter.damName}'s litter yet.`;
    default:
      return data satisfies never;
  }
}

/** Null if the title is enough. */
export function noteText(data: WidgetFigures): string | null {
  if (data.kind === "vaccinations_due" && data.overdue > 0) return `${data.overdue} overdue`;
  if (data.kind === "newest_litter_weight" && data.litter) return `${data.litter.damName}'s puppies`;
  return null;
}

export function widgetAddress(data: WidgetFigures): string {
  switch (data.kind) {
    case "breedings_per_year":
    case "puppies_per_year":
    case "costs_and_income":
      return "/dashboard/breeding?tab=reports";
    case "vaccinations_due":
      return "/dashboard/health/schedule";
    case "newest_litter_weight":
      return data.litter ? pageOf("litters", data.litter._id) : "/dashboard/breeding?tab=litters";
    default:
      return data satisfies never;
  }
}

/** The zod shapes of widgets and dashboard preferences. */
import { z } from "zod";
import { DASHBOARD_CARDS, MAX_WIDGETS, WIDGET_KINDS, WIDGET_MONTHS, WIDGET_YEARS } from "./rules";

const TITLE_MAX = 60;

const whole = (label: string, { min, max }: { min: number; max: number }) => {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
};

/** A setting that does not belong to the widget's kind has no effect. */
export const widgetSettingsSchema = z.object({
  years: whole("Years", WIDGET_YEARS).optional(),
  months: whole("Months", WIDGET_MONTHS).optional(),
});

const title = z
  .string({ error: "Title must be text" })
  .trim()
  .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`)
  .transform((text) => (text === "" ? null : text))
  .nullish();

const position = whole("Position", { min: 0, max: MAX_WIDGETS - 1 });

export const newWidgetSchema = z.object({
  kind: z.enum(WIDGET_KINDS, { error: "This kind of widget is not known" }),
  title,
  position: position.optional(),
  settings: widgetSettingsSchema.optional(),
});

/** An omitted field stays unchanged, and null or an empty text clears the title. */
export const widgetChangesSchema = newWidgetSchema.omit({ kind: true });

const cards = (label: string) =>
  z
    .array(z.enum(DASHBOARD_CARDS, { error: `${label} names a card that is not known` }))
    .transform((names) => [...new Set(names)]);

export const dashboardPreferencesSchema = z.object({
  hiddenCards: cards("Hidden cards").optional(),
  cardOrder: cards("Card order").optional(),
  defaultKennelId: z.string().nullish(),
});

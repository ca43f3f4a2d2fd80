/**
 * Building blocks of the zod shapes: text with its limit, dates, addresses and positive numbers. An optional field
 * accepts a value, null or an empty string (both mean empty), and may be omitted.
 */
import { z } from "zod";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../text/rules";
import { isCalendarDay } from "../dates/calendar-days";
import { nameFault } from "../text/plain-names";
import { isVisible } from "../text/text";

const tooLong = (label: string, max: number): string => `${label} must be at most ${max} characters`;

const emptyToNull = (text: string): string | null => (isVisible(text) ? text : null);

/** Control characters except tabs and line ends. They are invisible, and files cannot contain all of them. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** Removes control characters, and spaces around the text. */
const cleanText = (error: string) =>
  z
    .string({ error })
    .overwrite((text) => text.replaceAll(CONTROLS, ""))
    .trim();

export const requiredText = (label: string, missing: string) =>
  cleanText(missing)
    .min(1, missing)
    .refine(isVisible, missing)
    .max(SHORT_TEXT_MAX, tooLong(label, SHORT_TEXT_MAX));

const limitedText = (label: string, max: number) =>
  cleanText(`${label} must be text`).max(max, tooLong(label, max));

export const optionalText = (label: string, max = SHORT_TEXT_MAX) =>
  limitedText(label, max).transform(emptyToNull).nullish();

const personName = (label: string, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .superRefine((name, context) => {
      const message = nameFault(label, name);
      if (message !== null) context.addIssue({ code: "custom", message });
    });

export const requiredName = (label: string, missing: string) =>
  personName(label, missing).min(1, missing).refine(isVisible, missing);

export const optionalName = (label: string) =>
  personName(label, `${label} must be text`).transform(emptyToNull).nullish();

export const requiredNotes = (label: string, missing: string) =>
  cleanText(missing)
    .min(1, missing)
    .refine(isVisible, missing)
    .max(LONG_TEXT_MAX, tooLong(label, LONG_TEXT_MAX));

export const optionalNotes = (label: string) =>
  limitedText(label, LONG_TEXT_MAX).transform(emptyToNull).nullish();

const ADDRESS_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const INVALID_EMAIL = "Invalid email address";

export const optionalEmail = (label: string) =>
  limitedText(label, SHORT_TEXT_MAX)
    .refine((text) => text === "" || ADDRESS_PATTERN.test(text), INVALID_EMAIL)
    .transform(emptyToNull)
    .nullish();

export const requiredEmail = (label: string) =>
  z
    .string({ error: "Email is required" })
    .trim()
    .min(1, "Email is required")
    .max(SHORT_TEXT_MAX, tooLong(label, SHORT_TEXT_MAX))
    .regex(ADDRESS_PATTERN, INVALID_EMAIL);

/**
 * A web address as people write it, with or without the scheme. An address with a scheme other than http or https
 * must never become a link.
 */
const WEB_ADDRESS_PATTERN = /^(https?:\/\/)?[^\s:/?#@.]+(\.[^\s:/?#@.]+)+\.?(:\d+)?([/?#]\S*)?$/i;

export const optionalWebAddress = (label: string) =>
  limitedText(label, SHORT_TEXT_MAX)
    .refine((text) => text === "" || WEB_ADDRESS_PATTERN.test(text), "Invalid web address")
    .transform(emptyToNull)
    .nullish();

/** Rules that compare dates are not applied to an invalid date. */
const isTypedDay = (label: string) =>
  [
    (text: string) => text === "" || isCalendarDay(text),
    { error: `${label} must be a date such as 2025-06-15`, abort: true },
  ] as const;

/** Without a date, the field is empty. */
const typedDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .trim()
    .refine(...isTypedDay(label));

export const optionalDay = (label: string) => typedDay(label).transform(emptyToNull).nullish();

/** The time has 24 hours: `08:30`. */
export const optionalTime = (label: string) =>
  z
    .string({ error: `${label} must be a time such as 08:30` })
    .trim()
    .refine(
      (text) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
      `${label} must be a time such as 08:30`,
    )
    .transform(emptyToNull)
    .nullish();

export const requiredDay = (label: string, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine(...isTypedDay(label));

export const optionalMeasure = (label: string, max: number, unit: string) =>
  z
    .number({ error: `${label} must be a number` })
    .positive(`${label} must be positive`)
    .max(max, `${label} must be at most ${max} ${unit}`)
    .nullish();

/** The server looks up the record within the kennel. */
export const optionalReference = (label: string) =>
  z
    .string({ error: `${label} must be an id` })
    .trim()
    .max(SHORT_TEXT_MAX, tooLong(label, SHORT_TEXT_MAX))
    .transform(emptyToNull)
    .nullish();

/** The server looks up the record within the kennel. */
export const requiredReference = (label: string, missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(SHORT_TEXT_MAX, tooLong(label, SHORT_TEXT_MAX));

const emptyToNothing = z.literal("").transform((): null => null);

/** An empty choice has no effect. */
export const choiceFilter = <Choice extends z.ZodType>(choice: Choice, error?: string) =>
  z.union([choice, emptyToNothing], error).default(null);

/** An empty search has no effect. */
export const searchFilter = z
  .string({ error: "Search must be text" })
  .trim()
  .max(SHORT_TEXT_MAX, tooLong("Search", SHORT_TEXT_MAX))
  .default("");

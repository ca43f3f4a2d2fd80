/**
 * The content of an application form, and the reading of submitted answers. Changed questions or consents create a
 * new version of the form. An application stores the text of the questions that it answered.
 */
import { grouped } from "../formatting/formatting";
import { z } from "zod";
import { isCalendarDay } from "../dates/calendar-days";
import { APPLICANT_FIELDS } from "../litters/record";
import type { FieldErrors } from "../errors";
import { fieldErrorsOf } from "../records/parse";
import { optionalNotes, optionalText, requiredEmail, requiredText } from "../records/parts";
import { foldEmail } from "../text/text";
import {
  ADMITS,
  FILL_NAMES,
  FILLS,
  GENDER_CHOICES,
  GENDER_MEANINGS,
  MAX_ANSWERS,
  MAX_CHOICES,
  MAX_CONSENT_TEXT,
  MAX_CONSENTS,
  MAX_INTRO,
  MAX_QUESTIONS,
  QUESTION_KINDS,
  slugFault,
  type Fill,
} from "./rules";

const key = z.string().regex(/^[a-z0-9-]{1,40}$/u, "Key may contain small letters, numbers and dashes");

const withoutEmpty = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

const questionSchema = z
  .object({
    key,
    kind: z.enum(QUESTION_KINDS, { error: `Kind must be ${QUESTION_KINDS.join(", ")}` }),
    label: requiredText("Question", "Question is required"),
    help: optionalText("Help").transform(withoutEmpty).optional(),
    choices: z
      .array(requiredText("Choice", "Choice is required"))
      .max(MAX_CHOICES, `A question may have at most ${MAX_CHOICES} choices`)
      .optional(),
    isRequired: z.boolean({ error: "Required must be yes or no" }),
    fills: z
      .enum(FILL_NAMES, { error: `Fills must be ${FILL_NAMES.join(", ")}` })
      .nullish()
      .transform(withoutEmpty),
  })
  .superRefine(({ kind, choices, fills }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const hasChoices = kind === "choice" || kind === "choices";
    if (hasChoices && (choices ?? []).length < 2) issue("choices", "A choice needs at least two answers");
    if (new Set(choices).size < (choices ?? []).length) issue("choices", "Two answers are the same");
    const kinds: readonly string[] | undefined = fills && FILLS[fills];
    if (kinds && !kinds.includes(kind)) issue("fills", "A question of this kind cannot fill this field");
    if (fills === "gender" && choices?.length !== GENDER_CHOICES.length)
      issue("choices", "The sex needs three answers: either, female and male, in this order");
  })
  .transform(({ help, choices, fills, ...question }) => ({
    ...question,
    ...(help !== undefined && { help }),
    ...(choices && (question.kind === "choice" || question.kind === "choices") && { choices }),
    ...(fills !== undefined && { fills }),
  }));

const consentSchema = z.object({
  key,
  text: optionalNotes("Text")
    .transform((text) => text ?? "")
    .refine((text) => text !== "", "Text is required")
    .refine((text) => text.length <= MAX_CONSENT_TEXT, `Text must be at most ${MAX_CONSENT_TEXT} characters`),
  isRequired: z.boolean({ error: "Required must be yes or no" }),
});

const isUnique = (values: readonly (string | undefined)[]): boolean => {
  const named = values.filter((value) => value !== undefined);
  return new Set(named).size === named.length;
};

const contentShape = {
  intro: optionalText("Introduction", MAX_INTRO).transform((text) => text ?? ""),
  questions: z
    .array(questionSchema)
    .max(MAX_QUESTIONS, `A form may have at most ${MAX_QUESTIONS} questions`)
    .refine((all) => isUnique(all.map((one) => one.key)), "Two questions have the same key")
    .refine((all) => isUnique(all.map((one) => one.fills)), "Two questions fill the same field"),
  consents: z
    .array(consentSchema)
    .min(1, "A form needs its privacy notice")
    .max(MAX_CONSENTS, `A form may have at most ${MAX_CONSENTS} consents`)
    .refine((all) => isUnique(all.map((one) => one.key)), "Two consents have the same key")
    .refine((all) => all[0]?.isRequired !== false, "The privacy notice must be required"),
};

export const formSchema = z.object({
  slug: z
    .string({ error: "Address must be text" })
    .trim()
    .superRefine((slug, context) => {
      const message = slugFault(slug);
      if (message !== null) context.addIssue({ code: "custom", message });
    }),
  isOpen: z.boolean({ error: "Open must be yes or no" }),
  ...contentShape,
  admits: z.enum(ADMITS, { error: `New applications must be ${ADMITS.join(" or ")}` }),
  allowsUnconfirmed: z.boolean({ error: "Unconfirmed must be yes or no" }),
});
export type FormValues = z.output<typeof formSchema>;
export type FormContent = Pick<FormValues, "intro" | "questions" | "consents">;
export type Question = FormContent["questions"][number];

export const asksTheSame = (one: FormContent, other: FormContent): boolean =>
  JSON.stringify([one.questions, one.consents].map(sorted)) ===
  JSON.stringify([other.questions, other.consents].map(sorted));

/** Sorts the names of objects, because a database may return them in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}

/** A submitted form: each name with all its values. */
export type Sent = ReadonlyMap<string, readonly string[]>;

/** The page and the function that reads a submitted form share these names. */
export const QUESTION_PREFIX = "q-";
export const CONSENT_PREFIX = "c-";
/** A field that people cannot see. Only a program fills in this field. */
export const TRAP_FIELD = "website";
/** The signed time at which the page was created. */
export const TIME_FIELD = "began";

const personSchema = z.object({
  name: requiredText("Name", "Name is required"),
  email: requiredEmail("Email"),
  phone: APPLICANT_FIELDS.phone.schema,
  address: APPLICANT_FIELDS.address.schema,
});

export interface SentApplication {
  readonly name: string;
  readonly email: string;
  readonly emailKey: string;
  readonly phone?: string;
  readonly address?: string;
  readonly answers: { key: string; asked: string; answer: string }[];
  readonly consents: { key: string; text: string }[];
  readonly wishes: Partial<Record<Fill, string>>;
}

const first = (sent: Sent, name: string): string => sent.get(name)?.[0] ?? "";

/** Returns the text to store, or the error. */
function readAnswer(question: Question, values: readonly string[]): { answer: string } | { fault: string } {
  const { kind, choices = [], isRequired } = question;
  const typed = (values[0] ?? "").trim();
  const missing = { fault: "Please answer this question" };
  switch (kind) {
    case "short":
    case "long": {
      const schema = kind === "short" ? optionalText("Answer") : optionalNotes("Answer");
      const read = schema.safeParse(typed.replaceAll("\r\n", "\n"));
      if (!read.success) return { fault: read.error.issues[0]?.message ?? "Answer is not valid" };
      return read.data ? { answer: read.data } : isRequired ? missing : { answer: "" };
    }
    case "choices": {
      const chosen = values.filter((value) => value !== "");
      if (chosen.some((value) => !choices.includes(value))) return { fault: "Please choose from the list" };
      if (chosen.length === 0 && isRequired) return missing;
      return { answer: choices.filter((choice) => chosen.includes(choice)).join("\n") };
    }
    case "choice":
    case "yes_no": {
      if (typed === "") return isRequired ? missing : { answer: "" };
      const known: readonly string[] = kind === "choice" ? choices : ["Yes", "No"];
      return known.includes(typed) ? { answer: typed } : { fault: "Please choose from the list" };
    }
    case "number": {
      if (typed === "") return isRequired ? missing : { answer: "" };
      const plain = typed.replace(",", ".");
      return /^-?\d{1,12}(\.\d{1,6})?$/u.test(plain) ? { answer: plain } : { fault: "Please type a number" };
    }
    case "day": {
      if (typed === "") return isRequired ? missing : { answer: "" };
      return isCalendarDay(typed) ? { answer: typed } : { fault: "Please type a date such as 2026-06-15" };
    }
    default:
      return kind satisfies never;
  }
}

/** Returns undefined if the answer contains no valid value for the applicant's field. */
function wishOf({ fills, choices = [] }: Question, answer: string): string | undefined {
  if (answer === "") return undefined;
  return fills === "gender" ? (GENDER_MEANINGS[choices.indexOf(answer)] ?? undefined) : answer;
}

/** Returns the application, or the errors by the names of the form's fields. */
export function readApplication(
  { questions, consents }: Pick<FormContent, "questions" | "consents">,
  sent: Sent,
): { readonly application: SentApplication } | { readonly faults: FieldErrors } {
  const faults: FieldErrors = {};
  const person = personSchema.safeParse(
    Object.fromEntries(["name", "email", "phone", "address"].map((name) => [name, first(sent, name)])),
  );
  if (!person.success) Object.assign(faults, fieldErrorsOf(person.error));
  const answers: SentApplication["answers"] = [];
  const wishes: Partial<Record<Fill, string>> = {};
  for (const question of questions) {
    const name = QUESTION_PREFIX + question.key;
    const read = readAnswer(question, sent.get(name) ?? []);
    if ("fault" in read) {
      faults[name] = read.fault;
      continue;
    }
    if (read.answer !== "") answers.push({ key: question.key, asked: question.label, answer: read.answer });
    const wish = wishOf(question, read.answer);
    if (question.fills && wish !== undefined) wishes[question.fills] = wish;
  }
  const longest = [...answers].sort((one, other) => other.answer.length - one.answer.length)[0];
  if (longest && answers.reduce((sum, { answer }) => sum + answer.length, 0) > MAX_ANSWERS) {
    const most = grouped(MAX_ANSWERS);
    faults[QUESTION_PREFIX + longest.key] = `Your answers may have ${most} characters together`;
  }
  const agreed = consents.filter((consent) => first(sent, CONSENT_PREFIX + consent.key) === "yes");
  for (const consent of consents) {
    if (consent.isRequired && !agreed.includes(consent))
      faults[CONSENT_PREFIX + consent.key] = "Please agree to this, so that we may read your application";
  }
  if (!person.success || Object.keys(faults).length > 0) return { faults };
  const { name, email, phone, address } = person.data;
  return {
    application: {
      ...{ name, email, emailKey: foldEmail(email) },
      ...(phone && { phone }),
      ...(address && { address }),
      answers,
      consents: agreed.map((consent) => ({ key: consent.key, text: consent.text })),
      wishes,
    },
  };
}

/** Reads a form's body in the encoding of browsers. If a name occurs twice, all its values are kept. */
export function readSent(body: string): Sent {
  const sent = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    const known = sent.get(name);
    if (known) known.push(value);
    else sent.set(name, [value]);
  }
  return sent;
}

/**
 * Kinds, states and limits of application forms and of what comes in by them. A form is open to everybody on the
 * internet, so everything about it is bounded.
 */
export const QUESTION_KINDS = ["short", "long", "choice", "choices", "yes_no", "number", "day"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The fields of an applicant that an answer may fill, and the kinds of questions that can. */
export const FILLS = {
  gender: ["choice"],
  color: ["short", "choice"],
  breed: ["short", "choice"],
  wantedFrom: ["day"],
} as const satisfies Record<string, readonly QuestionKind[]>;
export const FILL_NAMES = [
  "gender",
  "color",
  "breed",
  "wantedFrom",
] as const satisfies (keyof typeof FILLS)[];
export type Fill = (typeof FILL_NAMES)[number];

/** The choices of a question that fills the sex, in the order of `GENDER_MEANINGS`; a kennel may reword them. */
export const GENDER_CHOICES = ["Either", "Female", "Male"] as const;
export const GENDER_MEANINGS = [null, "female", "male"] as const;

export const ADMITS = ["to_review", "to_list"] as const;

export const MAX_QUESTIONS = 40;
export const MAX_CHOICES = 20;
export const MAX_CONSENTS = 6;
export const MAX_CONSENT_TEXT = 1000;
export const MAX_INTRO = 1000;
export const MAX_SLUG = 60;
const MIN_SLUG = 3;

/** Words that are addresses of their own below /apply/. */
const TAKEN_SLUGS: readonly string[] = ["confirm", "withdraw", "logo"];

/** Says what is wrong with the last part of a form's address; null if it is valid. */
export function slugFault(slug: string): string | null {
  if (slug.length < MIN_SLUG || slug.length > MAX_SLUG)
    return `Address must have ${MIN_SLUG} to ${MAX_SLUG} characters`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug))
    return "Address may contain small letters, numbers and single dashes";
  return TAKEN_SLUGS.includes(slug) ? "This address is taken" : null;
}

/** Makes the last part of an address from a kennel's name. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .slice(0, MAX_SLUG - 10)
    .split(/[^a-z0-9]+/u);
  const plain = words.filter((word) => word !== "").join("-");
  return slugFault(plain) === null ? plain : plain === "" ? "our-kennel" : `kennel-${plain}`;
}

/** The most characters of all answers together. */
export const MAX_ANSWERS = 20_000;

/** The states of an application that a kennel sees; before, it is a draft (convex/applications/tables). */
export const APPLICATION_STATUSES = ["received", "listed", "declined", "withdrawn"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const applicationStatusLabels = {
  received: "New",
  listed: "On the list",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const satisfies Record<ApplicationStatus, string>;

/** Why a draft may come from a program. */
export const DOUBTS = ["hidden_field", "too_fast", "too_old", "no_time"] as const;
export type Doubt = (typeof DOUBTS)[number];

export const doubtLabels = {
  hidden_field: "a field was filled that people do not see",
  too_fast: "it was sent within 3 seconds",
  too_old: "the page had been open for more than a day",
  no_time: "the form's time was missing",
} as const satisfies Record<Doubt, string>;

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A person needs longer than this for a form, and leaves no page open for longer than that. */
export const FASTEST_MS = 3 * SECOND_MS;
export const SLOWEST_MS = DAY_MS;

/** How long a draft waits for its confirmation. */
export const DRAFT_MS = 48 * HOUR_MS;
/** How many drafts of one kennel may wait. */
export const MAX_DRAFTS = 200;
/** Within this time after a mail to an address, the same form sends no second one there. */
export const MAIL_PAUSE_MS = HOUR_MS;

/** How long applications are kept that lead to nothing. */
export const KEPT_MS = { declined: 90 * DAY_MS, withdrawn: 30 * DAY_MS } as const;

/** How many applications a kennel may have that wait for its decision; the form takes no more. */
export const MAX_RECEIVED = 200;

/** The most bytes of a sent form: twice the longest answers in any script, so that too long ones are told of. */
export const MAX_FORM_BYTES = 500_000;

/** What a form still needs before it can be open. */
export const NEEDS = ["address", "mail", "secret"] as const;
export type Need = (typeof NEEDS)[number];

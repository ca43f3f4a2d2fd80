/**
 * Kinds, states and limits of application forms and applications. A form is open to everybody on the internet, so
 * everything about it is limited.
 */
export const QUESTION_KINDS = ["short", "long", "choice", "choices", "yes_no", "number", "day"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The kinds of questions that may fill each field of an applicant. */
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

/**
 * The choices of a question about the sex, in the order of `GENDER_MEANINGS`. A kennel may change their wording.
 */
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

/** Words that are already paths under /apply/. */
const TAKEN_SLUGS: readonly string[] = ["confirm", "withdraw", "logo"];

/** Returns the error in the last part of a form's address; null if it is valid. */
export function slugFault(slug: string): string | null {
  if (slug.length < MIN_SLUG || slug.length > MAX_SLUG)
    return `Address must have ${MIN_SLUG} to ${MAX_SLUG} characters`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug))
    return "Address may contain small letters, numbers and single dashes";
  return TAKEN_SLUGS.includes(slug) ? "This address is taken" : null;
}

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

export const MAX_ANSWERS = 20_000;

/** The states of an application that a kennel sees. Before that, it is a draft (convex/applications/tables). */
export const APPLICATION_STATUSES = ["received", "listed", "declined", "withdrawn"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const applicationStatusLabels = {
  received: "New",
  listed: "On the list",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const satisfies Record<ApplicationStatus, string>;

/** Why a draft may have been sent by a program. */
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

/** People need longer than this to fill in a form. */
export const FASTEST_MS = 3 * SECOND_MS;
/** People do not leave a form open for longer than this. */
export const SLOWEST_MS = DAY_MS;

/** How long a draft waits for its confirmation. */
export const DRAFT_MS = 48 * HOUR_MS;
/** How many drafts of one kennel may wait. */
export const MAX_DRAFTS = 200;
/** Within this time after a mail, the same form sends no second mail to the same address. */
export const MAIL_PAUSE_MS = HOUR_MS;

export const KEPT_MS = { declined: 90 * DAY_MS, withdrawn: 30 * DAY_MS } as const;

/** The most applications of a kennel that may wait for a decision. After that, the form is closed. */
export const MAX_RECEIVED = 200;

/**
 * Twice the longest answers in any script, so that answers that are only somewhat too long get an error message.
 */
export const MAX_FORM_BYTES = 500_000;

/** The settings that a form needs before it can be opened. */
export const NEEDS = ["address", "mail", "secret"] as const;
export type Need = (typeof NEEDS)[number];

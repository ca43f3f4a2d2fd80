/**
 * The rules of documents that a kennel and a family sign: the states, the allowed steps of each side, the
 * deadlines, and the words that a person agrees to. The signatures are simple electronic signatures.
 *
 *   draft ──sent──► out ──one signs──► signed_by_one ──the other signs──► complete
 *                    ├──declined            ├──declined
 *                    └──withdrawn, expired  └──withdrawn, expired
 *
 * Sources: Regulation (EU) 910/2014 (eIDAS) Art. 3(10), the definition of an electronic signature, and Art. 25(1),
 * an electronic signature is not refused as evidence because it is electronic; 15 USC 7001 (ESIGN) (a), validity,
 * and (c), consent of consumers.
 */
export const SIGNING_STATUSES = [
  "draft",
  "out",
  "signed_by_one",
  "complete",
  "declined",
  "withdrawn",
  "expired",
] as const;
export type SigningStatus = (typeof SIGNING_STATUSES)[number];

export const PARTIES = ["kennel", "family"] as const;
export type Party = (typeof PARTIES)[number];

/** Studbook sends reminders and lets documents expire. */
export const ACTORS = [...PARTIES, "studbook"] as const;
export type Actor = (typeof ACTORS)[number];

export const SIGNING_EVENTS = [
  "made",
  "sent",
  "code_confirmed",
  "opened",
  "agreed_to_electronic",
  "signed",
  "declined",
  "withdrawn",
  "reminded",
  "expired",
] as const;
export type SigningEventKind = (typeof SIGNING_EVENTS)[number];

export type SigningStep = "send" | "open" | "sign" | "decline" | "withdraw" | "remind" | "expire";

interface Standing {
  readonly status: SigningStatus;
  readonly signedBy: readonly Party[];
}

/** People can still sign in these states. */
export const OPEN_STATUSES: readonly SigningStatus[] = ["out", "signed_by_one"];
export const isOpen = ({ status }: Pick<Standing, "status">): boolean => OPEN_STATUSES.includes(status);

const ALLOWED: Record<SigningStep, readonly Actor[]> = {
  send: ["kennel"],
  open: ["family"],
  sign: PARTIES,
  decline: ["family"],
  withdraw: ["kennel"],
  remind: ["kennel", "studbook"],
  expire: ["studbook"],
};

/** Returns null if the step is not allowed in this state or for this actor. */
export function statusAfter(
  { status, signedBy }: Standing,
  step: SigningStep,
  by: Actor,
): SigningStatus | null {
  if (!ALLOWED[step].includes(by)) return null;
  if (step === "send") return status === "draft" ? "out" : null;
  if (step === "withdraw" && status === "draft") return "withdrawn";
  if (!isOpen({ status })) return null;
  const hasFamilySigned = signedBy.includes("family");
  switch (step) {
    case "sign":
      if (signedBy.some((party) => party === by)) return null;
      return signedBy.length === 0 ? "signed_by_one" : "complete";
    case "decline":
      return hasFamilySigned ? null : "declined";
    case "remind":
      return hasFamilySigned ? null : status;
    case "open":
      return status;
    case "withdraw":
      return "withdrawn";
    case "expire":
      return "expired";
    default:
      return step satisfies never;
  }
}

/** Returns null if nobody can sign. */
export function nextSigner({ status, signedBy }: Standing): Party | null {
  if (!isOpen({ status })) return null;
  return PARTIES.toReversed().find((party) => !signedBy.includes(party)) ?? null;
}

export const LIFE_DAYS = 30;

/** The days after sending on which the family is reminded. */
export const REMINDER_DAYS = [3, 7] as const;

/** A person of the kennel may send one reminder in this time. */
export const REMIND_HOURS = 12;

export const MAX_SIGNINGS_PER_PLACEMENT = 20;

/** The most events of one document. Only openings can become numerous, and further openings are not recorded. */
export const MAX_EVENTS = 100;
/** How many events are reserved for the steps that end a document. */
export const EVENTS_TO_END = 12;

export const MAX_TYPED_NAME = 120;
export const MAX_REASON = 1000;

/** If the password was typed longer ago than this, a person of the kennel must type it again before signing. */
export const PASSWORD_MINUTES = 60;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Pending extends Standing {
  readonly sentAt: number;
  /** Reminders that Studbook has sent. */
  readonly reminders: number;
}

/**
 * Studbook then reminds the family, or lets the document expire. The expiry depends on the date in the kennel's
 * time zone, so the time is the earliest at which that date can have ended.
 */
export function dueAt({ sentAt, reminders, ...standing }: Pending): number | null {
  if (!isOpen(standing)) return null;
  const days = REMINDER_DAYS[reminders];
  const ends = sentAt + LIFE_DAYS * DAY_MS;
  if (days === undefined || statusAfter(standing, "remind", "studbook") === null) return ends;
  return Math.min(ends, sentAt + days * DAY_MS);
}

/** The last day may not have ended yet in the kennel's time zone. */
export const lookAgainAt = (now: number): number => now + HOUR_MS;

/**
 * The letters of the word on the last page. No two letters look alike in print. Without vowels, they form no real
 * words.
 */
export const WORD_LETTERS = "CFHJKMPRTWXY";
export const WORD_LENGTH = 4;

/** The largest random byte that can be used, so that every letter is equally likely. */
const FAIR_BYTES = 256 - (256 % WORD_LETTERS.length);

/** Returns null if too few bytes can be used. */
export function wordOf(bytes: Uint8Array): string | null {
  const letters = [...bytes].filter((byte) => byte < FAIR_BYTES).slice(0, WORD_LENGTH);
  if (letters.length < WORD_LENGTH) return null;
  return letters.map((byte) => WORD_LETTERS[byte % WORD_LETTERS.length]).join("");
}

/** Ignores case, spaces, dots, dashes and underscores. */
export const isWord = (typed: string, word: string): boolean =>
  typed.replace(/[\s.\-_]+/gu, "").toUpperCase() === word;

/** Groups of four can be compared by people. */
export const grouped = (fingerprint: string): string => (fingerprint.match(/.{1,4}/gu) ?? []).join(" ");

/**
 * The text of the consent to electronic signing: its scope, the copy on paper, how to withdraw the consent, and the
 * requirements. Source: 15 USC 7001(c)(1)(B) and (C).
 */
export const agreementOf = (kennel: string): readonly [string, string, string, string] => [
  "I agree to sign this document electronically; this applies to this document only.",
  `I can ask ${kennel} for a copy on paper at any time, at no charge.`,
  "Until I sign, I can withdraw from the electronic way by declining or by asking for paper, and nothing else follows from that.",
  "I need a device with a browser and a program that shows PDF files, as I have used it to read the word on the last page.",
];

export const INTENT = "I have read this document, and I sign it.";

/** The breeder who sends a document sees this text once. */
export const SIMPLE_SIGNATURE_NOTE =
  "These are simple electronic signatures. They are enough for most sales, but not for every contract in every country. Ask somebody who knows your law if you are not sure.";

export const unacceptedOf = (missing: readonly string[], accepted: readonly string[]): string[] =>
  missing.filter((label) => !accepted.includes(label));

export const missingMessage = (labels: readonly string[]): string =>
  `Record or accept what is missing: ${labels.join(", ")}`;

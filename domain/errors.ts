/**
 * The table of all expected failures. Each failure has a code, one HTTP status and one public sentence, which REST
 * responses, form banners and toasts use. Expected failures are thrown only by `fail`.
 */
import { ConvexError } from "convex/values";
import type { DogLimitCheck } from "./billing/dog-limit";
import { PLAN_TYPES } from "./billing/rules";
import { formatFileSize } from "./files/file-size";

interface ErrorDefinition {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;
  readonly message: string;
}

export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: "Some fields are not valid." },
  MALFORMED_BODY: { status: 400, message: "The request body is not valid JSON." },
  UNAUTHENTICATED: { status: 401, message: "Please sign in." },
  FORBIDDEN: { status: 403, message: "You do not have permission to do this." },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    message: "Confirm your email address first: open the link in the message from Studbook, then try again.",
  },
  DOG_LIMIT_REACHED: { status: 403, message: "The plan's dog limit has been reached." },
  NOT_FOUND: { status: 404, message: "Not found." },
  STALE_UPDATE: {
    status: 409,
    message:
      "Somebody else has changed this record in the meantime. Load the newer version or overwrite it with yours.",
  },
  CHANGED_SINCE: {
    status: 409,
    message: "This has been changed or used since, so it cannot be undone. Undo the later change first.",
  },
  BELONGS_TO_DELETED: {
    status: 409,
    message: "The record that this belongs to was deleted, too. Bring that one back first.",
  },
  NO_LONGER_KEPT: {
    status: 409,
    message: "This was deleted too long ago or has already been brought back.",
  },
  STILL_MOVING: {
    status: 409,
    message: "Its records are still being deleted or brought back. Try again in a moment.",
  },
  TOO_MANY_AT_ONCE: {
    status: 409,
    message:
      "Too many records depend on this to delete it in one step. First complete or delete some of its reminders, or give its offspring and breedings other parents.",
  },
  STILL_CALCULATING: {
    status: 503,
    message: "The coefficients of this pedigree are still being calculated. Try again in a moment.",
  },
  HAS_OFFSPRING: { status: 409, message: "This dog has recorded offspring." },
  HAS_BREEDINGS: { status: 409, message: "This dog is the sire or dam of recorded breedings." },
  HAS_LITTERS: { status: 409, message: "This breeding has litters." },
  HAS_PUPPIES: { status: 409, message: "This litter has puppies." },
  HAS_SOLD_PUPPIES: { status: 409, message: "A puppy that was sold cannot be deleted." },
  HAS_OPEN_SALES: { status: 409, message: "A puppy is still reserved for this contact." },
  HAS_SIGNATURES: {
    status: 409,
    message: "A document that was sent for signature belongs to this, so it cannot be deleted.",
  },
  SIGNING_CLOSED: { status: 409, message: "This is no longer possible with this document." },
  PUPPY_STATUS: { status: 409, message: "The puppy's status does not allow this." },
  BOOKING_CLOSED: { status: 409, message: "This vaccination has already been completed or canceled." },
  LAST_OWNER: { status: 409, message: "A kennel must have at least one owner." },
  ALREADY_MEMBER: { status: 409, message: "This person already belongs to the kennel." },
  INVITATION_OVER: {
    status: 409,
    message: "This invitation is no longer valid. Ask the person who invited you to send it again.",
  },
  LINK_OVER: { status: 409, message: "This link is no longer valid. Ask the kennel for a new one." },
  CODE_NEEDED: { status: 403, message: "Type the code from your mail first." },
  CODE_WRONG: { status: 400, message: "This is not the code. Please check it, only the newest one counts." },
  FORM_CLOSED: { status: 409, message: "This kennel takes no applications at the moment." },
  PHOTO_LIMIT_REACHED: { status: 409, message: "A dog may have at most 50 photos." },
  PUPPY_PHOTO_LIMIT_REACHED: { status: 409, message: "A puppy may have at most 50 photos." },
  IMPORT_UNDERWAY: {
    status: 409,
    message: "Another import is running in this kennel. Try again when it has finished.",
  },
  KENNEL_RESTORING: {
    status: 409,
    message: "A backup is being restored in this kennel. You can make changes again when it has finished.",
  },
  BACKUP_UNREADY: { status: 409, message: "This backup is not ready or is incomplete." },
  FILE_LIMIT_REACHED: { status: 409, message: "A breeding may have at most 200 documents." },
  ATTACHMENT_LIMIT_REACHED: { status: 409, message: "A health record may have at most 50 attachments." },
  TWO_FACTOR_STATE: {
    status: 409,
    message: "Two-factor authentication must first be set up, turned on or turned off for this.",
  },
  ACCOUNT_ELSEWHERE: {
    status: 409,
    message: "Your account is managed by the sign-in provider. Change this on its account page.",
  },
  STORAGE_FULL: { status: 409, message: "The kennel's storage is full." },
  LIMIT_REACHED: { status: 409, message: "The kennel has reached the maximum number of these." },
  BACKUP_INVALID: { status: 400, message: "Invalid backup file format" },
  FILE_EMPTY: { status: 400, message: "The file is empty." },
  BODY_TOO_LARGE: { status: 413, message: "The request body is too large." },
  BACKUP_TOO_LARGE: { status: 413, message: "A backup file may have at most 500 MB." },
  FILE_TOO_LARGE: { status: 413, message: "A file may have at most 10 MB." },
  PHOTO_TOO_LARGE: { status: 413, message: "A photo may have at most 10 MB." },
  PHOTO_TOO_DETAILED: {
    status: 413,
    message: "A photo may have at most 64 megapixels, a progressive one 32.",
  },
  AVATAR_TOO_LARGE: {
    status: 413,
    message: "A profile picture may have at most 5 MB and 64 megapixels, a progressive one 32.",
  },
  LOGO_TOO_LARGE: { status: 413, message: "A logo may have at most 2 MB and 25 megapixels." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "Send the request body as application/json, or as multipart/form-data where it holds a file.",
  },
  FILE_TYPE_UNSUPPORTED: {
    status: 415,
    message: "Files must be PDF, DOC, DOCX, JPG, PNG, WEBP or TXT.",
  },
  ATTACHMENT_TYPE_UNSUPPORTED: {
    status: 415,
    message:
      "Attachments must be PDF, DOC, DOCX, JPG, PNG or TXT files, and their content must match their names.",
  },
  PHOTO_TYPE_UNSUPPORTED: { status: 415, message: "This file is not a photo that can be stored." },
  AVATAR_TYPE_UNSUPPORTED: {
    status: 415,
    message: "A profile picture must be a JPG, PNG, WEBP or HEIC file.",
  },
  LOGO_TYPE_UNSUPPORTED: { status: 415, message: "A logo must be a PNG, JPG or WEBP file." },
  RATE_LIMITED: { status: 429, message: "Too many requests in a short time. Please wait a little." },
  SERVER_BUSY: {
    status: 503,
    message: "The server is busy right now. Please try again in a moment.",
  },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: "The payment service is not responding right now. Please try again in a moment.",
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: "The server cannot store files at the moment. Please try again later.",
  },
  CREDENTIALS_UNAVAILABLE: {
    status: 503,
    message: "This server has no key for storing credentials, or has lost the key they were stored with.",
  },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** Messages by field name. The name of a nested field contains dots. */
export type FieldErrors = Record<string, string>;

export type ErrorDetails = {
  fields?: FieldErrors;
  /** The number of records that prevent the action, if the user can confirm the action. */
  count?: number;
  /** Set if the plan has no room for more dogs. */
  dogLimit?: DogLimitCheck;
  retryAfterSeconds?: number;
  /** Set if the kennel may not store more. */
  storage?: StorageUse;
  /** Who closed a document and when, as a sentence. */
  because?: string;
};

/**
 * Limits of a kennel or of all kennels of its owner. The files of deleted records have the same limit as all other
 * files.
 */
type StorageUse = { usedBytes: number; deletedBytes: number; limitBytes: number; isOfOwner: boolean };

export type ErrorData = {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
};

function storageText({ usedBytes, deletedBytes, limitBytes, isOfOwner }: StorageUse): string {
  const limit = formatFileSize(limitBytes);
  // The members of this kennel must not learn how much the owner's other kennels have stored.
  if (isOfOwner) {
    return `All kennels of its owner share ${limit}, which is used up. Delete photos, documents or backups from any of them, or wait until deleted files can no longer be brought back.`;
  }
  // Files of deleted records have a separate limit of the same size.
  return usedBytes < limitBytes && usedBytes + deletedBytes > limitBytes
    ? `${formatFileSize(usedBytes)} of ${limit} is used, and deleted files take up another ${formatFileSize(deletedBytes)} until they can no longer be brought back.`
    : `${formatFileSize(usedBytes)} of ${limit} is used. Delete photos, documents or backups that are no longer needed.`;
}

export function fail(code: ErrorCode, details: ErrorDetails = {}): never {
  const { storage, because } = details;
  const more = storage ? storageText(storage) : because;
  const message = more === undefined ? ERRORS[code].message : `${ERRORS[code].message} ${more}`;
  throw new ConvexError<ErrorData>({ code, message, details });
}

/** Throws LIMIT_REACHED. */
export function checkLimit(count: number, most: number): void {
  if (count >= most) fail("LIMIT_REACHED", { count: most });
}

/** Throws VALIDATION_FAILED with `fields` if there are any fields. */
export function failOnFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) fail("VALIDATION_FAILED", { fields });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === "string" && code in ERRORS;

function toDogLimit(value: unknown): DogLimitCheck | undefined {
  if (!isRecord(value)) return undefined;
  const { canAddDog, currentCount, limit } = value;
  const planType = PLAN_TYPES.find((type) => type === value.planType);
  if (typeof canAddDog !== "boolean" || typeof currentCount !== "number" || !planType) return undefined;
  return { canAddDog, currentCount, limit: typeof limit === "number" ? limit : null, planType };
}

/** Returns null for an error that is not an expected failure. */
export function getErrorData(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (!isRecord(data) || !isErrorCode(data.code)) return null;
  const details = isRecord(data.details) ? data.details : {};
  const fields = isRecord(details.fields)
    ? Object.fromEntries(Object.entries(details.fields).map(([name, text]) => [name, String(text)]))
    : undefined;
  const dogLimit = toDogLimit(details.dogLimit);
  return {
    code: data.code,
    message: typeof data.message === "string" ? data.message : ERRORS[data.code].message,
    details: {
      ...(fields && { fields }),
      ...(typeof details.count === "number" && { count: details.count }),
      ...(dogLimit && { dogLimit }),
      ...(typeof details.retryAfterSeconds === "number" && { retryAfterSeconds: details.retryAfterSeconds }),
    },
  };
}

/** What a health record and an immunization may be. Sources: document 001 sections 3, 5 and 9, decision GAP-HLT-02. */
import { FILE_TYPES, type FileType } from "./documents";

export const HEALTH_RECORD_TYPES = [
  "examination",
  "treatment",
  "surgery",
  "vaccination",
  "test",
  "dental",
  "emergency",
  "other",
] as const;
export type HealthRecordType = (typeof HEALTH_RECORD_TYPES)[number];

/** An immunization due, or a follow-up, within so many days is soon. */
export const DUE_SOON_DAYS = 30;

/** Health records, and immunizations, of one dog that its page shows, the newest ones. */
export const HEALTH_HISTORY_LIMIT = 500;

/** More than one a week over the longest life of a dog. */
export const MAX_HEALTH_RECORDS_PER_DOG = 1000;

/** Five times what a kennel of two hundred dogs writes in ten years. */
export const MAX_HEALTH_RECORDS_PER_KENNEL = 100_000;

/** Cents a record may cost: one million dollars. */
export const MAX_HEALTH_COST_CENTS = 100_000_000;

/** Pictures, findings and bills of one visit several times over. */
export const MAX_ATTACHMENTS_PER_RECORD = 50;

/** What may be attached to a health record, by the end of its name. Source: document 001 section 5. */
export const ATTACHMENT_TYPES = {
  pdf: FILE_TYPES.pdf,
  doc: FILE_TYPES.doc,
  docx: FILE_TYPES.docx,
  jpg: FILE_TYPES.jpg,
  jpeg: FILE_TYPES.jpeg,
  png: FILE_TYPES.png,
  txt: FILE_TYPES.txt,
} as const satisfies Record<string, FileType>;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES];

/** Months whose costs the kennel's statistics show. */
export const HEALTH_STATISTICS_MONTHS = 12;

/** Follow-ups and vaccinations of each list on the health dashboard; the numbers count them all. */
export const HEALTH_DASHBOARD_ENTRIES = 50;

/** A follow-up that nobody marked as done for so many days is history: it was done, or is of records typed in later. */
export const FOLLOW_UP_OPEN_DAYS = 90;

/** Follow-ups that the dashboard counts in one window, more than the largest kennel has. */
export const MOST_FOLLOW_UPS = 1000;

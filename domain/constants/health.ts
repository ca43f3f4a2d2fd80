/** What a health record and an immunization may be. Sources: document 001 sections 3 and 9, decision GAP-HLT-02. */

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

/** An immunization due within so many days is due soon. */
export const DUE_SOON_DAYS = 30;

/** Health records, and immunizations, of one dog that its page shows, the newest ones. */
export const HEALTH_HISTORY_LIMIT = 500;

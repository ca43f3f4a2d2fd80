/** The labels of the types of health records. Source: document 001 section 3. */
import type { HealthRecordType } from "./rules";

export const healthRecordTypeLabels: Record<HealthRecordType, string> = {
  examination: "Examination",
  treatment: "Treatment",
  surgery: "Surgery",
  vaccination: "Vaccination",
  test: "Test",
  dental: "Dental",
  emergency: "Emergency",
  other: "Other",
};

/**
 * Returns, for example, 'Recheck: Lameness, hind legs'. A title that already begins with such a word stays
 * unchanged.
 */
export const followUpTitle = (title: string): string =>
  /^(?:re-?check|follow-?up)/iu.test(title) ? title : `Recheck: ${title}`;

/** Counts health records, their attachments, certificates and clinics. */
import { monthOf } from "../../../domain/dates/months";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { project } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { CLINICS, ofClinic } from "../../vaccinations/tables/projections";
import { healthAttachments } from "./healthAttachments";
import { healthRecords, RECORD_PARTS } from "./healthRecords";
import { healthTests } from "./healthTests";
import { veterinaryRecords } from "./veterinaryRecords";

const MONTHS = {
  table: "healthMonths",
  index: "by_kennel_and_month",
  fresh: { records: {}, costCents: 0 },
} as const;

export const healthProjections = [
  project("healthRecords", healthRecords.table, MONTHS, ({ dateRecorded, recordType, costCents = 0 }) => ({
    key: { month: monthOf(dateRecorded) },
    add: { [`records.${recordType}`]: 1, costCents },
  })),
  project("healthRecords", healthRecords.table, DOG_PARTS, ({ dogId }) => ({
    key: { _id: dogId },
    add: { healthRecordCount: 1 },
  })),
  project("healthAttachments", healthAttachments.table, RECORD_PARTS, ({ recordId }) => ({
    key: { _id: recordId },
    add: { attachmentCount: 1 },
  })),
  project("healthAttachments", healthAttachments.table, STORED_BYTES, ({ fileSize }) => ({
    key: { kind: "attachments" },
    add: { bytes: fileSize },
  })),
  project("veterinaryRecords", veterinaryRecords.table, CLINICS, ({ veterinaryClinic }) =>
    ofClinic(veterinaryClinic),
  ),
  project("healthTests", healthTests.table, STORED_BYTES, ({ certificate }) =>
    certificate ? { key: { kind: "certificates" }, add: { bytes: certificate.fileSize } } : null,
  ),
];

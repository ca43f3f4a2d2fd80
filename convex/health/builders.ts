/** The builders for functions that handle one health record, one of its attachments, or one dog's veterinarian. */
import { rowBuilders } from "../platform/functions";

export const {
  query: healthRecordQuery,
  mutation: healthRecordMutation,
  innerQuery: innerHealthRecordQuery,
  innerMutation: innerHealthRecordMutation,
} = rowBuilders("healthRecords", "record", "recordId");

export const { query: attachmentQuery, mutation: attachmentMutation } = rowBuilders(
  "healthAttachments",
  "attachment",
  "attachmentId",
);

export const { mutation: veterinarianMutation } = rowBuilders(
  "veterinaryRecords",
  "veterinarian",
  "veterinaryRecordId",
);

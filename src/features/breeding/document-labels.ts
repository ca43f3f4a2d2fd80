/** What the kinds of documents are called. */
import type { DocumentType } from "@domain/constants/documents";

export const documentTypeLabels: Record<DocumentType, string> = {
  contract: "Contract",
  registration: "Registration",
  health_certificate: "Health certificate",
  photo: "Photo",
  other: "Other",
};

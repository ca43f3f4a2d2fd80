/**
 * The metadata of a printed document, which are the same whenever the document is printed again for the same date.
 */
import type { PDFDocument } from "pdf-lib";

interface DocumentFacts {
  readonly title: string;
  readonly author?: string;
  readonly printedOn: string;
}

export function describeDocument(document: PDFDocument, { title, author, printedOn }: DocumentFacts): void {
  const printedAt = new Date(`${printedOn}T00:00:00Z`);
  document.setTitle(title, { showInWindowTitleBar: true });
  if (author !== undefined) document.setAuthor(author);
  document.setCreator("Studbook");
  document.setProducer("Studbook");
  document.setLanguage("en");
  document.setCreationDate(printedAt);
  document.setModificationDate(printedAt);
}

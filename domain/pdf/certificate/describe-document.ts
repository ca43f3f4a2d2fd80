/** What a printed document says of itself; the same whenever it is printed again for the same day. Pure. */
import type { PDFDocument } from "pdf-lib";

interface DocumentFacts {
  readonly title: string;
  readonly author?: string;
  readonly printedOn: string;
}

/** Writes title, author and day into a document. */
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

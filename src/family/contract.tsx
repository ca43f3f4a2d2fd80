/** The documents of a family: their state on the page, and the three steps of reading and signing. */
import { Suspense } from "react";
import type { FunctionReturnType } from "convex/server";
import { lateLazy } from "@/lib/ready-lazy";
import { Card, Press } from "@/family/parts";
import { formatDay } from "@domain/formatting/formatting";
import type { api } from "@convex/_generated/api";

export type FamilyDocument = FunctionReturnType<typeof api.signings.familySignings.list>[number];

/** The steps load when a family opens a document, so that the page itself stays small. */
const Signing = lateLazy(async () => (await import("@/family/signing")).Signing);

function stateOf({ status, signedBy, next, kennel, expiresOn }: FamilyDocument): string {
  const until = expiresOn === null ? "" : ` by ${formatDay(expiresOn)}`;
  switch (status) {
    case "complete":
      return "Signed by both sides. It is yours to keep.";
    case "declined":
      return "You declined it.";
    case "withdrawn":
      return `${kennel} withdrew it. You need not do anything.`;
    case "expired":
      return `It was not signed in time. ${kennel} can send a new one.`;
    default:
      return next === "family"
        ? `Please read and sign it${until}.${signedBy.length > 0 ? ` ${kennel} has signed.` : ""}`
        : `You have signed. ${kennel} signs next.`;
  }
}

/** Undefined if no document waits for the family's signature. */
export const documentToSign = (documents: readonly FamilyDocument[]): FamilyDocument | undefined =>
  documents.find(({ next }) => next === "family");

type ContractProps = {
  session: string;
  documents: readonly FamilyDocument[];
  opened: string | null;
  onOpen: (id: string | null) => void;
  /** The document that the page offers as its next step. */
  asked: string | undefined;
};

export function Contract({ session, documents, opened, onOpen, asked }: ContractProps) {
  if (documents.length === 0) return null;
  const shown = documents.find(({ _id }) => _id === opened);
  return (
    <Card title={shown ? shown.title : "Contract"} id="contract">
      {shown ? (
        <Suspense fallback={<p className="px-4 pb-4 text-muted-foreground sm:px-5">Loading...</p>}>
          <Signing session={session} document={shown} close={() => onOpen(null)} />
        </Suspense>
      ) : (
        <ul className="px-4 pb-4 sm:px-5">
          {documents.map((document) => (
            <li key={document._id} className="border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
              <p className="font-semibold">{document.title}</p>
              <p>{stateOf(document)}</p>
              {document.status === "withdrawn" ||
              document.status === "expired" ||
              document._id === asked ? null : (
                <Press
                  className="mt-2"
                  aria-label={`${document.next === "family" ? "Read and Sign" : "Open"} ${document.title}`}
                  onClick={() => onOpen(document._id)}
                >
                  {document.next === "family" ? "Read and Sign" : "Open"}
                </Press>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

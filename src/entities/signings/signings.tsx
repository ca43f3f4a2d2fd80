/** A placement's documents that were sent for signature: their state, who signs next, and the next step. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { FileSignature } from "lucide-react";
import { late } from "@/components/late";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { isOpen, type SigningStatus } from "@domain/signings/rules";
import { nextText, STATUS_LABELS } from "@domain/signings/words";
import { api } from "@convex/_generated/api";

export type Signing = FunctionReturnType<typeof api.signings.signings.get>;

const SigningDialog = late(async () => (await import("@/entities/signings/signing-dialog")).SigningDialog);
const CounterSignDialog = late(
  async () => (await import("@/entities/signings/signing-dialog")).CounterSignDialog,
);

export const STATUS_LOOKS = {
  draft: "neutral",
  out: "info",
  signed_by_one: "brass",
  complete: "success",
  declined: "error",
  withdrawn: "outline",
  expired: "outline",
} as const satisfies Record<SigningStatus, string>;

/** What happens next with a document, and until when. */
export function nextLine(signing: Signing): string | null {
  const next = nextText(signing, signing.parties);
  if (next === null) return null;
  return signing.expiresOn === null ? next : `${next}, until ${formatDay(signing.expiresOn)}`;
}

/** Whether the user may sign a document for the kennel now. */
function useMaySign(signing: Signing): boolean {
  const { can } = useKennel();
  const isWaiting = isOpen(signing) && !signing.signedBy.includes("kennel");
  return isWaiting && can("breeding", "write") && can("finances", "write");
}

/** Renders nothing if signing is not possible now. */
function SignButton({ signing }: { signing: Signing }) {
  const [isOpened, setOpened] = useState(false);
  const isFirst = signing.signedBy.length === 0;
  if (!useMaySign(signing) && !isOpened) return null;
  return (
    <>
      <Button
        size="sm"
        variant={isFirst ? "outline" : "default"}
        aria-label={`${isFirst ? "Sign" : "Counter-sign"} ${signing.title}`}
        onClick={() => setOpened(true)}
      >
        <FileSignature aria-hidden />
        {isFirst ? "Sign" : "Counter-Sign"}
      </Button>
      {isOpened ? <CounterSignDialog signing={signing} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function SigningRow({ signing }: { signing: Signing }) {
  const [isOpened, setOpened] = useState(false);
  const { title, status, parties, declineReason } = signing;
  const line = nextLine(signing);
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold break-words">{title}</span>
        <Badge variant={STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
      </div>
      {line === null ? null : <p className="text-sm break-words text-muted-foreground">{line}</p>}
      {declineReason === null ? null : (
        <p className="text-sm break-words whitespace-pre-wrap">
          {parties.family}: {declineReason}
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        <SignButton signing={signing} />
        <Button
          size="sm"
          variant="outline"
          aria-label={`Details of ${title}`}
          onClick={() => setOpened(true)}
        >
          Details
        </Button>
      </div>
      {isOpened ? <SigningDialog signing={signing} onClose={() => setOpened(false)} /> : null}
    </li>
  );
}

/** Undefined while loading, and if the user may not see the documents. */
export function useSignings(placementId: string | undefined): readonly Signing[] | undefined {
  const { hasRight } = useKennel();
  const mayRead = hasRight("breeding", "read") && hasRight("finances", "read");
  const asked = mayRead && placementId !== undefined ? { placementId } : "skip";
  return useLiveQuery(api.signings.signings.list, asked).data;
}

/** For a card that shows only the next step: buttons for documents that the family has signed. */
export function CounterSigns({ placementId }: { placementId: string | undefined }) {
  const waiting = (useSignings(placementId) ?? []).filter(({ next }) => next === "kennel");
  return waiting.map((signing) => <SignButton key={signing._id} signing={signing} />);
}

/** Renders nothing if there are no documents, or if the user may not see them. */
export function Signings({ placementId }: { placementId: string }) {
  const signings = useSignings(placementId);
  if (!signings || signings.length === 0) return null;
  return (
    <ul aria-label="Documents to sign" className="divide-y">
      {signings.map((signing) => (
        <SigningRow key={signing._id} signing={signing} />
      ))}
    </ul>
  );
}

/** The links by which buyers pay: what each is for, whether it was paid, copying it and closing it. */
import { useState } from "react";
import { useAction } from "convex/react";
import { Copy, Plus, RefreshCw, X } from "lucide-react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { PaymentLinkDialog } from "@/features/settings/integrations/payment-link-dialog";
import {
  paymentFailure,
  usePaymentLinks,
  type PaymentLink,
} from "@/features/settings/integrations/use-payment-links";
import { useKennel } from "@/hooks/use-kennel";
import { formatCents } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

const STATUSES: Record<PaymentLink["status"], [label: string, variant: BadgeVariant]> = {
  open: ["Open", "brass"],
  paid: ["Paid", "success"],
  closed: ["Closed", "neutral"],
};

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied");
  } catch {
    // Browsers refuse this on pages without a secure connection.
    toast.error("Failed to copy. Open the link and copy its address.");
  }
}

type LinkRowProps = { link: PaymentLink; canWrite: boolean; onClosed: (link: PaymentLink) => void };

function LinkRow({ link, canWrite, onClosed }: LinkRowProps) {
  const { kennelId } = useKennel();
  const close = useAction(api.connections.actions.kennelPayments.closeLink);
  const [isBusy, setBusy] = useState(false);
  const [label, variant] = STATUSES[link.status];
  const run = async () => {
    setBusy(true);
    try {
      onClosed(await close({ kennelId, linkId: link.id }));
    } catch (error) {
      toast.error(paymentFailure("Failed to close the link", error));
    }
    setBusy(false);
  };
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <a href={link.url} target="_blank" rel="noreferrer" className="font-semibold break-words underline">
          {link.description}
        </a>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          {link.amountCents === null ? null : (
            <span className="tabular-nums">{formatCents(link.amountCents)}</span>
          )}
          <Badge variant={variant}>{label}</Badge>
        </p>
      </div>
      {link.status === "open" ? (
        <div className="flex shrink-0 gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Copy the link for ${link.description}`}
            onClick={() => void copy(link.url)}
          >
            <Copy aria-hidden />
          </Button>
          {canWrite ? (
            <Button
              variant="ghost"
              size="icon"
              disabled={isBusy}
              aria-label={`Close the link for ${link.description}`}
              onClick={() => void run()}
            >
              <X aria-hidden />
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** Renders the list, and what makes a link for those who may. */
export function PaymentLinks() {
  const { can } = useKennel();
  const { links, hasMore, isLoadingMore, failure, load, loadMore, keep } = usePaymentLinks();
  const [isMaking, setMaking] = useState(false);
  const canWrite = can("breeding", "write") && can("finances", "write");
  return (
    <section aria-labelledby="payment-links" className="flex flex-col gap-2 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="payment-links" className="font-semibold">
          Payment links
        </h3>
        <div className="flex gap-2">
          <Button variant="ghost" size="icon" aria-label="Check for payments" onClick={load}>
            <RefreshCw aria-hidden />
          </Button>
          {canWrite ? (
            <Button variant="outline" onClick={() => setMaking(true)}>
              <Plus aria-hidden />
              New Link
            </Button>
          ) : null}
        </div>
      </div>
      {failure === null ? null : <LoadError message={failure} onRetry={load} />}
      {links === null ? (
        failure === null ? (
          <Skeleton className="h-16" />
        ) : null
      ) : links.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          A link accepts one payment, for example a deposit. Send it to the buyer and see here when it is
          paid.
        </p>
      ) : (
        <ul aria-labelledby="payment-links" className="divide-y">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} canWrite={canWrite} onClosed={keep} />
          ))}
        </ul>
      )}
      {hasMore ? (
        <Button
          variant="outline"
          className="self-center"
          aria-disabled={isLoadingMore}
          onClick={() => void loadMore()}
        >
          {isLoadingMore ? "Loading..." : "Show More"}
        </Button>
      ) : null}
      {isMaking ? <PaymentLinkDialog onMade={keep} onClose={() => setMaking(false)} /> : null}
    </section>
  );
}

/** The kennel's own account with the card provider, and the payment links for its buyers. */
import { useEffect, useState } from "react";
import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Copy, CreditCard, Plus, RefreshCw, X } from "lucide-react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Loaded } from "@/components/loaded";
import { RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ConnectionControls } from "@/features/connections/connection-controls";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { formatCents } from "@domain/formatting/formatting";
import { paymentCredentialsSchema, paymentLinkFormSchema } from "@domain/connections/schemas";

/** Users who may not change settings see only the state. */
export function PaymentAccountCard() {
  const { kennelId, kennel, can } = useKennel();
  const connections = useLiveQuery(api.connections.connections.list, { kennelId });
  const [isConnecting, setConnecting] = useState(false);
  const account = connections.data?.find((connection) => connection.type === "payments");
  return (
    <Card id="payments">
      <CardHeader>
        <CardTitle>Payments</CardTitle>
        <CardDescription>
          Let buyers pay deposits and puppies by card: the money goes to the Stripe account of {kennel.name},
          and Studbook takes no share.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        <Loaded query={connections} failureText="Failed to load settings" retryLabel="Retry" height="h-16">
          {() =>
            account ? (
              <>
                <ConnectionControls
                  connection={account}
                  label={account.name}
                  text={
                    account.isTestMode ? "Test mode: no card is charged" : "Live: cards are charged for real"
                  }
                  noun="payment account"
                  works="Stripe accepted the key"
                  parting="Its key is deleted here. Existing links stay open at Stripe until you close them there."
                  onChange={() => setConnecting(true)}
                />
                {account.isEnabled && can("breeding", "read") && can("finances", "read") ? (
                  <PaymentLinks />
                ) : null}
              </>
            ) : can("settings", "write") ? (
              <Button variant="outline" className="self-start" onClick={() => setConnecting(true)}>
                <CreditCard aria-hidden />
                Connect Stripe
              </Button>
            ) : (
              <p className="text-sm text-muted-foreground">No payment account is connected.</p>
            )
          }
        </Loaded>
      </CardContent>
      {isConnecting ? <PaymentAccountDialog onClose={() => setConnecting(false)} /> : null}
    </Card>
  );
}

const DESCRIPTION =
  "You can find keys in your Stripe account under Developers. A restricted key with permission to write payment links, " +
  "products and prices is enough. It is tested first, stored encrypted and never shown again.";

/** The key is tested before it is saved. */
function PaymentAccountDialog({ onClose }: { onClose: () => void }) {
  const { kennelId } = useKennel();
  const connect = useAction(api.connections.actions.connecting.connectPayments);
  return (
    <TypedDialog
      title="Connect Stripe"
      description={DESCRIPTION}
      schema={paymentCredentialsSchema}
      typed={{ secretKey: "" }}
      send={async (credentials) => await connect({ kennelId, credentials })}
      saveLabel="Connect"
      busyLabel="Connecting..."
      doneText="Payment account connected"
      failedText="Failed to connect the payment account"
      onClose={onClose}
    >
      <RecordField
        name="secretKey"
        label="Secret key"
        type="password"
        required
        placeholder="rk_live_…"
        autoComplete="new-password"
        spellCheck={false}
        className="sm:col-span-2"
      />
    </TypedDialog>
  );
}

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
    // On pages without a secure connection, browsers refuse to copy.
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

/** Users who may create links see a button for a new link. */
function PaymentLinks() {
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

type PaymentLinkDialogProps = { onMade: (link: PaymentLink) => void; onClose: () => void };

function PaymentLinkDialog({ onMade, onClose }: PaymentLinkDialogProps) {
  const { kennelId } = useKennel();
  const create = useAction(api.connections.actions.kennelPayments.createLink);
  return (
    <TypedDialog
      title="New Payment Link"
      description="For one payment. Anybody with the link can pay."
      schema={paymentLinkFormSchema}
      typed={{ description: "", amountCents: "" }}
      send={async (asked) => onMade(await create({ kennelId, ...asked }))}
      saveLabel="Create Link"
      busyLabel="Creating..."
      doneText="Payment link created"
      failedText="Failed to create the link"
      failureOf={paymentFailure}
      onClose={onClose}
    >
      <RecordField name="description" label="Purpose" required placeholder="Deposit for a puppy of Bella" />
      <RecordField
        name="amountCents"
        label="Amount"
        required
        helper="US dollars"
        inputMode="decimal"
        placeholder="300"
      />
    </TypedDialog>
  );
}

type PaymentLink = FunctionReturnType<
  typeof api.connections.actions.kennelPayments.listLinks
>["links"][number];

/** Includes why the provider refused. */
const paymentFailure = (failed: string, error: unknown): string =>
  getErrorData(error)?.details.fields?.["payment"] ?? failureText(failed, error);

/** The links are null while loading. */
function usePaymentLinks() {
  const { kennelId } = useKennel();
  const list = useAction(api.connections.actions.kennelPayments.listLinks);
  const [links, setLinks] = useState<readonly PaymentLink[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    list({ kennelId }).then(
      (found) => {
        if (!isCurrent) return;
        setLinks(found.links);
        setCursor(found.cursor);
        setFailure(null);
      },
      (error: unknown) => {
        if (isCurrent) setFailure(paymentFailure("Failed to load the payment links", error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [list, kennelId, round]);
  const load = () => setRound((last) => last + 1);
  const loadMore = async (): Promise<void> => {
    if (cursor === null || isLoadingMore) return;
    setLoadingMore(true);
    try {
      const found = await list({ kennelId, cursor });
      setLinks((known) => [...(known ?? []), ...found.links]);
      setCursor(found.cursor);
    } catch (error) {
      toast.error(paymentFailure("Failed to load the payment links", error));
    }
    setLoadingMore(false);
  };
  /** Keeps a link's new state. A new link comes first. */
  const keep = (link: PaymentLink) =>
    setLinks((known) =>
      known?.some(({ id }) => id === link.id)
        ? known.map((other) => (other.id === link.id ? link : other))
        : [link, ...(known ?? [])],
    );
  return { links, hasMore: cursor !== null, isLoadingMore, failure, load, loadMore, keep };
}

/** The kennel's own account with the card provider, and the links by which its buyers pay. */
import { useState } from "react";
import { CreditCard } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ConnectionControls } from "@/features/settings/integrations/connection-controls";
import { PaymentAccountDialog } from "@/features/settings/integrations/payment-account-dialog";
import { PaymentLinks } from "@/features/settings/integrations/payment-links";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the card; who may not change settings sees how it stands. */
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

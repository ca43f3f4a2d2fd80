/** Connecting the kennel's own account with the card provider: its key is tried before it is kept. */
import { useAction } from "convex/react";
import { RecordTextField } from "@/components/record-form/record-fields";
import { ServiceDialog } from "@/features/settings/integrations/service-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { paymentCredentialsSchema, type PaymentCredentials } from "@domain/schemas/connection";
import { api } from "@convex/_generated/api";

const DESCRIPTION =
  "You can find keys in your Stripe account under Developers. A restricted key with permission to write payment links, " +
  "products and prices is enough. It is tested first, stored encrypted and never shown again.";

/** Renders the dialog; it is mounted only while it is open. */
export function PaymentAccountDialog({ onClose }: { onClose: () => void }) {
  const { kennelId } = useKennel();
  const connect = useAction(api.connections.actions.connecting.connectPayments);
  return (
    <ServiceDialog
      title="Connect Stripe"
      description={DESCRIPTION}
      schema={paymentCredentialsSchema}
      typed={{ secretKey: "" }}
      send={async (credentials) => await connect({ kennelId, credentials })}
      action={{
        label: "Connect",
        busyLabel: "Connecting...",
        doneText: "Payment account connected",
        failedText: "Failed to connect the payment account",
      }}
      onClose={onClose}
    >
      <RecordTextField<PaymentCredentials>
        name="secretKey"
        label="Secret key"
        type="password"
        required
        placeholder="rk_live_…"
        autoComplete="new-password"
        spellCheck={false}
        className="sm:col-span-2"
      />
    </ServiceDialog>
  );
}

/** Making a link by which a buyer pays: what for and how much. */
import { useAction } from "convex/react";
import { RecordTextField } from "@/components/record-form/record-fields";
import { ServiceDialog } from "@/features/settings/integrations/service-dialog";
import { paymentFailure, type PaymentLink } from "@/features/settings/integrations/use-payment-links";
import { useKennel } from "@/hooks/use-kennel";
import { paymentLinkFormSchema, type PaymentLinkTyped } from "@domain/schemas/connection";
import { api } from "@convex/_generated/api";

type PaymentLinkDialogProps = { onMade: (link: PaymentLink) => void; onClose: () => void };

/** Renders the dialog; it is mounted only while it is open. */
export function PaymentLinkDialog({ onMade, onClose }: PaymentLinkDialogProps) {
  const { kennelId } = useKennel();
  const create = useAction(api.connections.actions.kennelPayments.createLink);
  return (
    <ServiceDialog
      title="New Payment Link"
      description="It accepts one payment. Anybody who has it can pay."
      schema={paymentLinkFormSchema}
      typed={{ description: "", amountCents: "" }}
      send={async (asked) => onMade(await create({ kennelId, ...asked }))}
      action={{
        label: "Create Link",
        busyLabel: "Creating...",
        doneText: "Payment link created",
        failedText: "Failed to create the link",
      }}
      failureOf={paymentFailure}
      onClose={onClose}
    >
      <RecordTextField<PaymentLinkTyped>
        name="description"
        label="Purpose"
        required
        placeholder="Deposit for a puppy of Bella"
      />
      <RecordTextField<PaymentLinkTyped>
        name="amountCents"
        label="Amount"
        required
        helper="US dollars"
        inputMode="decimal"
        placeholder="300"
      />
    </ServiceDialog>
  );
}

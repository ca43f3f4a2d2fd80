/** Making a link by which a buyer pays: what for and how much. */
import { useState, type FormEvent } from "react";
import { useAction } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { paymentFailure, type PaymentLink } from "@/features/settings/integrations/use-payment-links";
import { useKennel } from "@/hooks/use-kennel";
import type { FieldErrors } from "../../../../domain/errors";
import { centsOf } from "../../../../domain/formatting/dollars";
import { paymentLinkSchema } from "../../../../domain/schemas/connection";
import { fieldErrorsOf } from "../../../../domain/schemas/parse";
import { api } from "../../../../convex/_generated/api";

type PaymentLinkDialogProps = { onMade: (link: PaymentLink) => void; onClose: () => void };

/** Renders the dialog; it is mounted only while it is open. */
export function PaymentLinkDialog({ onMade, onClose }: PaymentLinkDialogProps) {
  const { kennelId } = useKennel();
  const create = useAction(api.integrations.kennelPayments.createLink);
  const [description, setDescription] = useState("");
  const [amount, setAmount] = useState("");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    const parsed = paymentLinkSchema.safeParse({ description, amountCents: centsOf(amount) });
    setErrors(parsed.success ? {} : fieldErrorsOf(parsed.error));
    setFailure(null);
    if (!parsed.success) return;
    setBusy(true);
    try {
      onMade(await create({ kennelId, ...parsed.data }));
      toast.success("Payment link made");
      onClose();
    } catch (error) {
      setFailure(paymentFailure("Failed to make the link", error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : onClose())}>
      <DialogContent>
        <form noValidate className="contents" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>New Payment Link</DialogTitle>
            <DialogDescription>It takes one payment. Whoever has it can pay.</DialogDescription>
          </DialogHeader>
          <DialogBody className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <FormField label="What for" required error={errors["description"]}>
              {(control) => (
                <Input
                  {...control}
                  value={description}
                  placeholder="Deposit for a puppy of Bella"
                  onChange={(event) => setDescription(event.target.value)}
                />
              )}
            </FormField>
            <FormField label="Amount" required helper="US dollars" error={errors["amountCents"]}>
              {(control) => (
                <Input
                  {...control}
                  value={amount}
                  inputMode="decimal"
                  placeholder="300"
                  onChange={(event) => setAmount(event.target.value)}
                />
              )}
            </FormField>
            {failure ? (
              <Alert variant="error" className="sm:col-span-2">
                {failure}
              </Alert>
            ) : null}
          </DialogBody>
          <DialogFooter>
            <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? "Making..." : "Make Link"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

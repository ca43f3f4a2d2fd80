/** Connecting the kennel's own account with the card provider: its key is tried before it is kept. */
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
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "../../../../domain/errors";
import { paymentCredentialsSchema } from "../../../../domain/schemas/connection";
import { api } from "../../../../convex/_generated/api";

/** Renders the dialog; it is mounted only while it is open. */
export function PaymentAccountDialog({ onClose }: { onClose: () => void }) {
  const { kennelId } = useKennel();
  const connect = useAction(api.integrations.connecting.connectPayments);
  const [secretKey, setSecretKey] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const store = async (): Promise<void> => {
    const parsed = paymentCredentialsSchema.safeParse({ secretKey });
    setProblem(parsed.error?.issues[0]?.message);
    setFailure(null);
    if (!parsed.success) return;
    setBusy(true);
    try {
      await connect({ kennelId, credentials: parsed.data });
      toast.success("Payment account connected");
      onClose();
    } catch (error) {
      const refused = getErrorData(error)?.details.fields?.["credentials.secretKey"];
      setProblem(refused);
      if (refused === undefined) setFailure(failureText("Failed to connect the payment account", error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : onClose())}>
      <DialogContent>
        <form noValidate className="contents" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Connect Stripe</DialogTitle>
            <DialogDescription>
              You find keys in your Stripe account under Developers. A restricted key with the right to write
              payment links, products and prices is enough. It is tried first, stored encrypted and never
              shown again.
            </DialogDescription>
          </DialogHeader>
          <DialogBody className="flex flex-col gap-4">
            <FormField label="Secret key" required error={problem}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  value={secretKey}
                  placeholder="rk_live_…"
                  autoComplete="new-password"
                  spellCheck={false}
                  onChange={(event) => {
                    setSecretKey(event.target.value);
                    setProblem(undefined);
                  }}
                />
              )}
            </FormField>
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </DialogBody>
          <DialogFooter>
            <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? "Connecting..." : "Connect"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

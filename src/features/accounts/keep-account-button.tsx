/** Cancels the pending deletion of the account. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

type KeepAccountButtonProps = { confirmationId: string; size?: "sm" };

export function KeepAccountButton({ confirmationId, size }: KeepAccountButtonProps) {
  const cancel = useMutation(api.accounts.accountDeletions.cancel);
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await cancel({ confirmationId });
      toast.success("Your account will not be deleted");
    } catch (error) {
      toast.error(failureText("Failed to keep the account", error));
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" {...(size ? { size } : {})} disabled={isBusy} onClick={() => void keep()}>
      Keep My Account
    </Button>
  );
}

/** Deleting the account: what it takes along, the 14 days in which it can be kept, and keeping it. Source: GAP-SET-12. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DeleteAccountDialog } from "@/features/settings/own-data/delete-account-dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { ACCOUNT_DELETION_DAYS } from "@domain/constants/deletion";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the card. */
export function DeleteAccountCard() {
  const deletion = useLiveQuery(api.accounts.accountDeletions.get, {});
  const [isAsking, setAsking] = useState(false);
  const waiting = deletion.data ?? null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete account</CardTitle>
        <CardDescription>
          Your account is deleted {ACCOUNT_DELETION_DAYS} days after you ask for it, with your settings, your
          memberships and every kennel that nobody else owns. Until then you can keep it.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {waiting ? (
          <WaitingDeletion {...waiting} />
        ) : (
          <Button
            variant="destructive"
            disabled={deletion.status !== "ready"}
            onClick={() => setAsking(true)}
          >
            Delete My Account
          </Button>
        )}
      </CardContent>
      {isAsking && !waiting ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

type WaitingDeletionProps = { confirmationId: string; dueAt: number };

function WaitingDeletion({ confirmationId, dueAt }: WaitingDeletionProps) {
  const cancel = useMutation(api.accounts.accountDeletions.cancel);
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await cancel({ confirmationId });
      toast.success("Your account stays");
    } catch (error) {
      toast.error(failureText("Failed to keep the account", error));
      setBusy(false);
    }
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-destructive/40 bg-destructive/5 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-56">
        Your account will be deleted on <strong>{formatDay(localDay(new Date(dueAt)))}</strong>.
      </p>
      <Button variant="outline" disabled={isBusy} onClick={() => void keep()}>
        Keep My Account
      </Button>
    </div>
  );
}

/** Deleting the account: what it takes along, the 14 days in which it can be kept, and keeping it. Source: GAP-SET-12. */
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DeleteAccountDialog } from "@/features/settings/own-data/delete-account-dialog";
import { KeepAccountButton } from "@/features/settings/own-data/keep-account-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { ACCOUNT_DELETION_DAYS } from "@domain/constants/deletion";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the card. */
export function DeleteAccountCard() {
  const deletion = useLiveQuery(api.accounts.accountDeletions.get, {});
  const obstacle = useLiveQuery(api.accounts.accountDeletions.obstacle, {});
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
        ) : obstacle.data ? (
          <Alert variant="warning">{obstacle.data}.</Alert>
        ) : (
          <Button
            variant="destructive"
            disabled={deletion.status !== "ready" || obstacle.status !== "ready"}
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
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-destructive/40 bg-destructive/5 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-56">
        Your account will be deleted on <strong>{formatDay(localDay(new Date(dueAt)))}</strong>.
      </p>
      <KeepAccountButton confirmationId={confirmationId} />
    </div>
  );
}

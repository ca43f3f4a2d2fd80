/**
 * Deleting the account: what is deleted, and the 14 days in which the user can cancel the deletion. Source:
 * GAP-SET-12.
 */
import { useState } from "react";
import { useAction } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { KeepAccountButton } from "@/features/accounts/keep-account-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { clerkPublishableKey } from "@/identity/environment";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { ACCOUNT_DELETION_DAYS, DELETION_WORD } from "@domain/kennels/rules";
import { localDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";

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
          memberships and every kennel that nobody else owns. Until then you can cancel the deletion.
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

/** without an outside provider, the account has a password to check */
const hasLocalAccounts = clerkPublishableKey() === undefined;

const othersText = (others: number): string => (others === 1 ? "1 other person" : `${others} other people`);

/** Explains the consequences, and asks for the password and the confirming word. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const request = useAction(api.accounts.actions.localAccounts.requestDeletion);
  const lost = useLiveQuery(api.accounts.accountDeletions.lostKennels, {});
  const [password, setPassword] = useState("");
  const [typedWord, setTypedWord] = useState("");
  const isComplete = typedWord === DELETION_WORD && (!hasLocalAccounts || password !== "");
  const act = async () => {
    const { dueAt } = await request({ confirmation: typedWord, ...(hasLocalAccounts && { password }) });
    toast.success(`Your account will be deleted on ${formatDay(localDay(new Date(dueAt)))}`);
    onClose();
  };
  const failureOf = (error: unknown) => {
    const fields = getErrorData(error)?.details.fields ?? {};
    return fields.password ?? fields.confirmation ?? failureText("Failed to delete the account", error);
  };
  return (
    <ActionQuestion
      title="Delete your account?"
      confirmLabel="Delete My Account"
      busyLabel="Requesting..."
      isConfirmDisabled={!isComplete}
      act={act}
      failureOf={failureOf}
      onCancel={onClose}
    >
      <LostKennels kennels={lost.data ?? []} />
      <p>What you entered in other people's kennels stays there, without your name.</p>
      {hasLocalAccounts ? (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
      ) : null}
      <TextField
        label={`Type ${DELETION_WORD} to confirm`}
        autoComplete="off"
        value={typedWord}
        onText={setTypedWord}
      />
    </ActionQuestion>
  );
}

type LostKennelsProps = { kennels: readonly { _id: string; name: string; others: number }[] };

/** Explains how the user can keep kennels that have other members. */
function LostKennels({ kennels }: LostKennelsProps) {
  if (kennels.length === 0) return <p>No kennel is deleted with it: each of yours has another owner.</p>;
  return (
    <div>
      <p>These kennels are deleted with all their dogs, records, files and backups:</p>
      <ul className="my-2 list-disc pl-5">
        {kennels.map(({ _id, name, others }) => (
          <li key={_id}>
            <strong>{name}</strong>
            {others > 0
              ? `, for ${othersText(others)} too, unless you make somebody else an owner first`
              : ""}
          </li>
        ))}
      </ul>
    </div>
  );
}

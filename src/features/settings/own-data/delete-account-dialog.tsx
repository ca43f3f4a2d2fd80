/** Asks for the deletion of the account: says what goes, and takes the password and the word. */
import { useState } from "react";
import { useAction } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { TextField } from "@/components/text-field";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { clerkPublishableKey } from "@/identity/environment";
import { DELETION_WORD } from "@domain/constants/deletion";
import { localDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Without an outside provider the password is ours to ask for. */
const hasLocalAccounts = clerkPublishableKey() === undefined;

const othersText = (others: number): string => (others === 1 ? "1 other person" : `${others} other people`);

/** Renders the question with its fields. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
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

/** Says which kennels go too, and how those with other people in them can be kept. */
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

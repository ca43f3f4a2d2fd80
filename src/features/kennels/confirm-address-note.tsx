/** Says that the email address is not confirmed, and can send the link again. */
import { useState } from "react";
import { MailWarning } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { sendConfirmation } from "@/identity/confirm-email";
import { clerkPublishableKey } from "@/identity/environment";
import { api } from "@convex/_generated/api";

const SENT = { sending: "Sending...", sent: "Sent", failed: "Try Again Later" } as const;

/** Renders nothing if the address is confirmed. */
export function ConfirmAddressNote() {
  const me = useLiveQuery(api.accounts.users.me, {}).data;
  const [state, setState] = useState<keyof typeof SENT | null>(null);
  if (!me || me.isEmailTrusted || clerkPublishableKey() !== undefined) return null;
  const send = async () => {
    setState("sending");
    setState(
      await sendConfirmation().then(
        (isSent) => (isSent ? "sent" : "failed"),
        () => "failed",
      ),
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6">
      <MailWarning aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48 text-pretty break-words">
        Confirm your address with the link sent to {me.email}. Until then, no reminders, invitations or
        password reset links are sent there.
      </p>
      <Button size="sm" variant="outline" disabled={state !== null} onClick={() => void send()}>
        {state === null ? "Send Again" : SENT[state]}
      </Button>
    </div>
  );
}

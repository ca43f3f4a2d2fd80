/**
 * The page that the mail about a new address links to. The user confirms the address by a click. Opening the page
 * is not enough, because mail programs open links automatically.
 */
import { useState } from "react";
import { useSearchParams } from "@/lib/router";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePageTitle } from "@/hooks/use-page-title";
import { confirmAddress, confirmEmail } from "@/identity/confirm-email";
import { useIdentity } from "@/identity/identity";

type State = "asking" | "busy" | "unreachable" | "over" | { email: string };

function Way() {
  const { status } = useIdentity();
  return (
    <Button asChild>
      {/* After a reload, all parts of the app use the new address. */}
      <a href={status === "signedIn" ? "/dashboard" : "/login"}>
        {status === "signedIn" ? "Go to Dashboard" : "Sign In"}
      </a>
    </Button>
  );
}

export function ConfirmEmailPage() {
  usePageTitle("Confirm email address");
  const [params] = useSearchParams();
  const ownToken = params.get("account");
  const [state, setState] = useState<State>("asking");

  const confirm = async () => {
    setState("busy");
    try {
      const email = await (ownToken === null
        ? confirmEmail(params.get("token") ?? "")
        : confirmAddress(ownToken));
      setState(email === null ? "over" : { email });
    } catch {
      setState("unreachable");
    }
  };

  if (typeof state === "object") {
    return (
      <MessagePage title="Your address is confirmed" actions={<Way />}>
        <p className="break-words">
          {ownToken === null ? "From now on you sign in with" : "Studbook can send messages to"} {state.email}
          .
        </p>
      </MessagePage>
    );
  }
  if (state === "over") {
    return (
      <MessagePage title="This link no longer works" actions={<Way />}>
        <p>
          It is older than {ownToken === null ? "24 hours" : "7 days"}, has already been used, or was replaced
          by a later change.
        </p>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      title={ownToken === null ? "Confirm your new address" : "Confirm your address"}
      actions={
        <Button disabled={state === "busy"} onClick={() => void confirm()}>
          {state === "busy" ? "Confirming..." : "Confirm Address"}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          {ownToken === null
            ? "From then on, you sign in to Studbook with the address that received this message."
            : "Studbook can then send you reminders, invitations and password reset links."}
        </p>
        {state === "unreachable" ? (
          <Alert variant="error">Studbook cannot be reached. Check your connection and try again.</Alert>
        ) : null}
      </div>
    </MessagePage>
  );
}

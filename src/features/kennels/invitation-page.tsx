/**
 * The page that an invitation's link opens. A visitor who is not signed in sees the invitation; accepting it leads
 * to signing in or registering, and then to the kennel. A signed-in user accepts or declines.
 */
import { useEffect, useRef } from "react";
import { Link, useParams } from "@/lib/router";
import { MessagePage } from "@/components/message-page";
import { LoadError } from "@/components/load-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { holdsText, invitationText } from "@/features/kennels/invitation-text";
import { useAnswer, type Invitation } from "@/features/kennels/use-answer";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePageTitle } from "@/hooks/use-page-title";
import { invitationPath, rememberAccepted, takeAccepted } from "@/identity/accepted-invitation";
import { useIdentity } from "@/identity/identity";
import type { SignInState } from "@/identity/next-path";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { api } from "@convex/_generated/api";

export function InvitationPage() {
  usePageTitle("Invitation");
  const { token = "" } = useParams();
  const { status } = useIdentity();
  const invitation = useLiveQuery(api.kennels.invitations.describe, { token });
  const answer = useAnswer({ token });
  if (status === "loading") return <LoadingAuthentication />;
  if (answer.work === "declined") {
    return (
      <MessagePage title="Invitation declined" actions={<Way label="Go to Studbook" />}>
        <p role="status">
          You did not join the kennel. Its team only sees that the invitation is no longer open.
        </p>
      </MessagePage>
    );
  }
  if (answer.work === "accepting" || invitation.status === "loading") {
    return (
      <MessagePage title="Invitation" actions={null}>
        <div role="status" aria-label="Loading">
          <Skeleton className="h-16" />
        </div>
      </MessagePage>
    );
  }
  if (invitation.status === "error") {
    return (
      <MessagePage title="Invitation" actions={null}>
        <LoadError message="Failed to load the invitation" onRetry={invitation.retry} />
      </MessagePage>
    );
  }
  if (invitation.data === null) {
    return (
      <MessagePage title="This invitation is no longer valid" actions={<Way label="Go to Studbook" />}>
        <p>It was accepted, declined or withdrawn. Ask the person who invited you to send a new one.</p>
      </MessagePage>
    );
  }
  return status === "signedIn" ? (
    <Answer token={token} invitation={invitation.data} answer={answer} />
  ) : (
    <Offer token={token} invitation={invitation.data} />
  );
}

const Way = ({ label }: { label: string }) => (
  <Button asChild>
    <Link to="/dashboard">{label}</Link>
  </Button>
);

type PartProps = { token: string; invitation: Invitation };

const titleOf = ({ isOwnership, kennelName }: Invitation): string =>
  isOwnership ? `Become an owner of ${kennelName}` : `Join ${kennelName}`;

function Words({ invitation }: { invitation: Invitation }) {
  return (
    <>
      <p className="break-words">{invitationText(invitation)}</p>
      <p>{holdsText(invitation)}</p>
    </>
  );
}

/** Accepting takes effect after the visitor has signed in. */
function Offer({ token, invitation }: PartProps) {
  const registration = useLiveQuery(api.accounts.registration.mode, {});
  const state: SignInState = { next: invitationPath(token), email: invitation.email };
  const remember = () => rememberAccepted(token, invitation.role);
  const mayRegister = registration.data !== "closed" && !invitation.isOwnership;
  return (
    <MessagePage
      title={titleOf(invitation)}
      actions={
        <>
          {mayRegister ? (
            <Button asChild>
              <Link to="/register" state={state} onClick={remember}>
                Accept and Create Account
              </Link>
            </Button>
          ) : null}
          <Button asChild variant={mayRegister ? "outline" : "default"}>
            <Link to="/login" state={state} onClick={remember}>
              Accept and Sign In
            </Link>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Words invitation={invitation} />
        <p>Don&apos;t know this person? Close this page. Nothing happens unless you accept.</p>
      </div>
    </MessagePage>
  );
}

function Answer({ token, invitation, answer }: PartProps & { answer: ReturnType<typeof useAnswer> }) {
  const { user, signOut } = useIdentity();
  const { accept, decline, work, failure } = answer;
  const hasBegunRef = useRef(false);
  const { role } = invitation;
  useEffect(() => {
    if (hasBegunRef.current) return;
    hasBegunRef.current = true;
    if (takeAccepted(token, role)) void accept(role);
  }, [token, role, accept]);
  const isOther = user !== undefined && user.email.toLowerCase() !== invitation.email.toLowerCase();
  return (
    <MessagePage
      title={titleOf(invitation)}
      actions={
        <>
          <Button disabled={work !== null} onClick={() => void accept(role)}>
            Accept
          </Button>
          <Button variant="outline" disabled={work !== null} onClick={() => void decline()}>
            {work === "declining" ? "Declining..." : "Decline"}
          </Button>
          {isOther ? (
            <Button variant="ghost" onClick={() => void signOut()}>
              Sign Out
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Words invitation={invitation} />
        {isOther ? (
          <p className="break-words">
            It was sent to {invitation.email}. You are signed in as {user.email}; accept it with this account,
            or sign out and use another one.
          </p>
        ) : null}
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </div>
    </MessagePage>
  );
}

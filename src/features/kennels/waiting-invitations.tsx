/** The signed-in user's pending invitations: invitations to their email address, and offers of ownership. */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { holdsText, invitationText } from "@/features/kennels/invitation-text";
import { useAnswer, type Invitation } from "@/features/kennels/use-answer";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { api } from "@convex/_generated/api";

/** Renders nothing if there are no valid invitations. */
export function WaitingInvitations({ className }: { className?: string }) {
  const waiting = useLiveQuery(api.kennels.invitations.waiting, {});
  const now = useNow();
  const held = (waiting.data ?? []).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  if (held.length === 0) return null;
  return (
    <ul aria-label="Invitations" className={className}>
      {held.map((invitation) => (
        <Waiting key={invitation.invitationId} invitation={invitation} />
      ))}
    </ul>
  );
}

function Waiting({ invitation }: { invitation: Invitation }) {
  const { accept, decline, work, failure } = useAnswer({ invitationId: invitation.invitationId });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-info-soft px-3 py-2 text-sm text-foreground sm:px-6">
      <p className="min-w-0 flex-1 basis-72 text-pretty break-words">
        {invitationText(invitation)} {holdsText(invitation)}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={work !== null} onClick={() => void accept(invitation.role)}>
          {work === "accepting" ? "Accepting..." : "Accept"}
        </Button>
        <Button size="sm" variant="outline" disabled={work !== null} onClick={() => void decline()}>
          Decline
        </Button>
      </div>
      {failure ? <Alert variant="error">{failure}</Alert> : null}
    </li>
  );
}

/** Every attempt to send a message, newest last, and the time of the next attempt. */
import { stateLabels, type SentMessage } from "@/entities/notifications/message-words";
import { formatShortMoment } from "@domain/formatting/formatting";

type AttemptListProps = Pick<SentMessage, "attempts" | "state" | "sendAt">;

export function AttemptList({ attempts, state, sendAt }: AttemptListProps) {
  return (
    <ol aria-label="Attempts" className="flex flex-col gap-1 text-sm">
      {attempts.map(({ at, status, message }, index) => (
        <li key={index} className="flex flex-wrap gap-x-2 break-words">
          <span className="text-muted-foreground tabular-nums">{formatShortMoment(at)}</span>
          <span className="font-medium">{stateLabels[status]}</span>
          <span className="min-w-0 text-muted-foreground">{message}</span>
        </li>
      ))}
      {state === "waiting" ? (
        <li className="text-muted-foreground">
          {attempts.length > 0 ? "Next try" : "Scheduled for"} {formatShortMoment(sendAt)}
        </li>
      ) : null}
    </ol>
  );
}

/** What was sent to the person from this kennel, what waits, and what would have been sent had the channel been set up. */
import { useState } from "react";
import { Mail, MessageSquareText, Smartphone } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import {
  channelLabels,
  formatMoment,
  standingText,
  stateLabels,
  stateVariants,
  type SentMessage,
} from "@/entities/notifications/message-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { MessageDialog } from "@/features/settings/notifications/message-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const FIRST_MESSAGES = 20;
const ALL_MESSAGES = 200;

const icons = { email: Mail, sms: MessageSquareText, push: Smartphone };

/** Renders the card. */
export function OutboxCard() {
  const { kennel, kennelId } = useKennel();
  const [limit, setLimit] = useState(FIRST_MESSAGES);
  const [openId, setOpenId] = useState<SentMessage["_id"] | null>(null);
  const outbox = useLiveQuery(api.deliveries.deliveries.outbox, { kennelId, limit });
  const messages = outbox.data ?? [];
  const shown = messages.find(({ _id }) => _id === openId);
  return (
    <Card id="outbox">
      <CardHeader>
        <CardTitle>Sent to you</CardTitle>
        <CardDescription>
          The latest messages from {kennel.name} with the provider's response. Nobody else sees them.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <Loaded query={outbox} failureText="Failed to load what was sent" height="h-40">
          {() =>
            messages.length === 0 ? (
              <EmptyState
                icon={<Mail aria-hidden className="size-9 text-brass" />}
                title="Nothing has been sent yet"
                text="Sent reminders, digests and tests appear here"
              />
            ) : (
              <ul aria-label="Messages" className="flex flex-col divide-y">
                {messages.map((message) => (
                  <MessageLine key={message._id} message={message} onOpen={() => setOpenId(message._id)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {messages.length === limit && limit < ALL_MESSAGES ? (
          <Button variant="outline" className="mt-3" onClick={() => setLimit(ALL_MESSAGES)}>
            Show More
          </Button>
        ) : null}
      </CardContent>
      {shown ? <MessageDialog message={shown} onClose={() => setOpenId(null)} /> : null}
    </Card>
  );
}

function MessageLine({ message, onOpen }: { message: SentMessage; onOpen: () => void }) {
  const { channel, state, subject, createdAt, to } = message;
  const Icon = icons[channel];
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{subject}</p>
        <p className="text-sm break-words text-muted-foreground">
          {formatMoment(createdAt)} · {channelLabels[channel]}
          {to === "" ? "" : ` to ${to}`}
        </p>
        {state === "sent" ? null : (
          <p className="text-sm break-words text-muted-foreground">{standingText(message)}</p>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <Badge variant={stateVariants[state]}>{stateLabels[state]}</Badge>
        <Button variant="ghost" size="sm" aria-label={`Show ${subject}`} onClick={onOpen}>
          Show
        </Button>
      </div>
    </li>
  );
}

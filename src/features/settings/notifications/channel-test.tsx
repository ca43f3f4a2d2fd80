/**
 * The button that sends a test on one channel, and what became of it: the provider's own answer, or in plain words why
 * nothing was sent.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { CircleAlert, CircleCheck, Clock, Send, TriangleAlert } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { channelLabels, standingText, type SentMessage } from "@/entities/notifications/message-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import type { Channel } from "@domain/constants/notifications";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** What the last test answered: messages to follow, or a reason why there are none. */
type Answer = { deliveryIds: readonly Id<"deliveries">[]; problem: string | null };

const NONE: readonly SentMessage[] = [];

function useChannelTest(channel: Channel) {
  const { kennelId } = useKennel();
  const test = useMutation(api.deliveries.deliveries.testChannel);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const deliveryIds = answer?.problem === null ? [...answer.deliveryIds] : [];
  const outcomes = useLiveQuery(
    api.deliveries.deliveries.outcomes,
    deliveryIds.length > 0 ? { deliveryIds } : "skip",
  );
  const send = async () => {
    setSending(true);
    try {
      const { status, message, deliveryIds: ids } = await test({ channel, kennelId });
      setAnswer({ deliveryIds: ids, problem: status === "not_set_up" ? message : null });
    } catch (error) {
      toast.error(failureText("Failed to send the test", error));
    }
    setSending(false);
  };
  return { send, isSending, answer, messages: outcomes.data ?? NONE };
}

/** Renders the button and the answer. */
export function ChannelTest({ channel }: { channel: Channel }) {
  const { send, isSending, answer, messages } = useChannelTest(channel);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="outline"
        size="sm"
        disabled={isSending}
        onClick={() => void send()}
        aria-label={isSending ? undefined : `Send Test by ${channelLabels[channel]}`}
      >
        <Send aria-hidden />
        {isSending ? "Sending..." : "Send Test"}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60 text-sm">
        {answer === null ? null : answer.problem !== null ? (
          <Line icon={TriangleAlert} className="text-warning">
            {`${answer.problem}. Nothing was sent${
              answer.deliveryIds.length > 0 ? "; see what would have been sent under “Sent to you”." : "."
            }`}
          </Line>
        ) : (
          messages.map((message) => <Outcome key={message._id} message={message} />)
        )}
      </div>
    </div>
  );
}

function Outcome({ message }: { message: SentMessage }) {
  const { state, to, channel } = message;
  const text = channel === "push" && to !== "" ? `${to}: ${standingText(message)}` : standingText(message);
  if (state === "sent") {
    return (
      <Line icon={CircleCheck} className="text-success">
        {text}
      </Line>
    );
  }
  const hasFailed = state === "failed" || (state === "waiting" && message.attempts.length > 0);
  return (
    <Line
      icon={hasFailed ? CircleAlert : Clock}
      className={hasFailed ? "text-error" : "text-muted-foreground"}
    >
      {state === "waiting" && !hasFailed ? "On its way" : text}
    </Line>
  );
}

type LineProps = { icon: typeof Clock; className: string; children: string };

const Line = ({ icon: Icon, className, children }: LineProps) => (
  <p className={cn("flex items-start gap-1.5 break-words", className)}>
    <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
);

/** What one message to the person says, as it is or would be sent, with every attempt. */
import { useState } from "react";
import { AttemptList } from "@/entities/notifications/attempt-list";
import { channelLabels, formatMoment, type SentMessage } from "@/entities/notifications/message-words";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { MailFrame } from "@/features/settings/notifications/mail-frame";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";

type Preview = NonNullable<FunctionReturnType<typeof api.deliveries.deliveries.preview>>;

/** Renders the open dialog. */
export function MessageDialog({ message, onClose }: { message: SentMessage; onClose: () => void }) {
  const { kennelId } = useKennel();
  const { channel, to, subject, createdAt } = message;
  const preview = useLiveQuery(api.deliveries.deliveries.preview, { kennelId, deliveryId: message._id });
  return (
    <TitledDialog
      title={subject}
      description={`${channelLabels[channel]} ${to === "" ? "" : ` to $${to}`}, ${formatMoment(createdAt)}`}
      onClose={onClose}
      size="md"
    >
      <DialogBody className="flex flex-col gap-5">
        <Loaded query={preview} failureText="Failed to load the message" height="h-64">
          {(data) =>
            data === null ? (
              <p className="text-muted-foreground">The reminder it was about was deleted.</p>
            ) : (
              <Content preview={data} />
            )
          }
        </Loaded>
        <AttemptList {...message} />
      </DialogBody>
    </TitledDialog>
  );
}

function Content({ preview }: { preview: Preview }) {
  switch (preview.channel) {
    case "email":
      return <Mail preview={preview} />;
    case "sms":
      return <p className="rounded-lg bg-secondary p-3 break-words">{preview.sms}</p>;
    case "push":
      return (
        <div className="rounded-lg border p-3 shadow-page">
          <p className="font-semibold break-words">{preview.subject}</p>
          <p className="text-sm break-words text-muted-foreground">{preview.push}</p>
        </div>
      );
    default:
      return preview.channel satisfies never;
  }
}

function Mail({ preview }: { preview: Preview }) {
  const [isText, setText] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label="Show the mail as" className="flex gap-2">
        <Button
          variant={isText ? "outline" : "default"}
          size="sm"
          aria-pressed={!isText}
          onClick={() => setText(false)}
        >
          Mail
        </Button>
        <Button
          variant={isText ? "default" : "outline"}
          size="sm"
          aria-pressed={isText}
          onClick={() => setText(true)}
        >
          Plain Text
        </Button>
      </div>
      {isText ? (
        <pre
          className="max-h-96 overflow-auto rounded-md border p-3 text-sm whitespace-pre-wrap"
          tabIndex={0}
        >
          {preview.text}
        </pre>
      ) : (
        <MailFrame subject={preview.subject} html={preview.html} />
      )}
    </div>
  );
}

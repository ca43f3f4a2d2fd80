/** This kennel's messages to the person: sent, waiting, and not sent because the channel is not set up. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Mail, MessageSquareText, Smartphone } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { TitledDialog } from "@/components/titled-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DialogBody } from "@/components/ui/dialog";
import { AttemptList } from "@/entities/notifications/attempt-list";
import {
  type SentMessage,
  channelLabels,
  standingText,
  stateLabels,
  stateVariants,
} from "@/entities/notifications/message-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatShortMoment } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

const FIRST_MESSAGES = 20;
const ALL_MESSAGES = 200;

const icons = { email: Mail, sms: MessageSquareText, push: Smartphone };

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
          {formatShortMoment(createdAt)} · {channelLabels[channel]}
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

type Preview = NonNullable<FunctionReturnType<typeof api.deliveries.deliveries.preview>>;

/** The text as it was or would be sent, with every attempt. */
function MessageDialog({ message, onClose }: { message: SentMessage; onClose: () => void }) {
  const { kennelId } = useKennel();
  const { channel, to, subject, createdAt } = message;
  const preview = useLiveQuery(api.deliveries.deliveries.preview, { kennelId, deliveryId: message._id });
  return (
    <TitledDialog
      title={subject}
      description={`${channelLabels[channel]} ${to === "" ? "" : ` to $${to}`}, ${formatShortMoment(createdAt)}`}
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
      return <MailPreview preview={preview} />;
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

function MailPreview({ preview }: { preview: Preview }) {
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

interface UndressedMail {
  readonly markup: string;
  readonly rules: string;
}

/** Separates a mail's text from its styles. User text in the mail is escaped, so it cannot contain markup. */
function undress(html: string): UndressedMail {
  const rules: string[] = [];
  const markup = html
    .replaceAll(/<style>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
      rules.push(sheet);
      return "";
    })
    .replaceAll(' style="', ' data-style="');
  return { markup, rules: rules.join("\n") };
}

function dress(page: Document | null, rules: string): void {
  const view = page?.defaultView;
  if (!page || !view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
  for (const element of page.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
  }
}

/**
 * A mail as its recipient sees it, in a frame that cannot run scripts or load files. The page's
 * Content-Security-Policy also applies to the frame, and forbids styles in the markup. Therefore the app's code
 * sets the styles, and the frame has the app's origin so that this is allowed.
 */
function MailFrame({ subject, html }: { subject: string; html: string }) {
  const { markup, rules } = undress(html);
  return (
    <iframe
      title={`Mail: ${subject}`}
      sandbox="allow-same-origin"
      srcDoc={markup}
      onLoad={({ currentTarget }) => dress(currentTarget.contentDocument, rules)}
      className="h-96 w-full rounded-md border bg-white"
    />
  );
}

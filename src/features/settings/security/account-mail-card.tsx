/** The messages about the account, and where no mail can be sent what they would have said. */
import type { FunctionReturnType } from "convex/server";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { ChevronDown } from "lucide-react";
import { writeMoment } from "@/features/settings/security/moments";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type AccountMail = FunctionReturnType<typeof api.mail.accountMails.list>[number];

const states = {
  waiting: { label: "On its way", variant: "info" },
  sent: { label: "Sent", variant: "success" },
  failed: { label: "Not sent", variant: "error" },
  not_set_up: { label: "Not set up", variant: "warning" },
} as const;

/** Renders the card once there is a message. */
export function AccountMailCard() {
  const mails = useLiveQuery(api.mail.accountMails.list, {}).data ?? [];
  if (mails.length === 0) return null;
  const isNotSetUp = mails[0]?.state === "not_set_up";
  return (
    <Card>
      <CardHeader>
        <CardTitle>Messages about your account</CardTitle>
        <CardDescription>
          {isNotSetUp
            ? "This server is not set up to send email, so the messages appear here, with their links."
            : "The messages Studbook sent you, and whether they arrived."}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="Messages" className="flex flex-col divide-y">
          {mails.map((mail) => (
            <MailRow key={mail._id} mail={mail} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

const ADDRESS = /(https?:\/\/\S+)/;

function MailRow({ mail: { to, subject, createdAt, state, answer, text } }: { mail: AccountMail }) {
  return (
    <li className="py-3 first:pt-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold break-words">{subject}</p>
          <p className="text-sm break-words text-muted-foreground">
            {writeMoment(createdAt)} · to {to}
          </p>
          {state === "failed" && answer ? (
            <p className="text-sm break-words text-muted-foreground">{answer}</p>
          ) : null}
        </div>
        <Badge variant={states[state].variant}>{states[state].label}</Badge>
      </div>
      {text === null ? null : (
        <Collapsible>
          <CollapsibleTrigger className="mt-2 flex min-h-9 items-center gap-1.5 rounded-md text-sm font-semibold text-primary [&[data-state=open]>svg]:rotate-180">
            Show message
            <ChevronDown aria-hidden className="size-4 transition-transform" />
          </CollapsibleTrigger>
          <CollapsibleContent>
            <p className="mt-2 rounded-md border bg-secondary p-3 text-sm break-words whitespace-pre-wrap">
              {text.split(ADDRESS).map((part) =>
                ADDRESS.test(part) ? (
                  <a key={part} href={part} className="font-semibold underline underline-offset-4">
                    {part}
                  </a>
                ) : (
                  part
                ),
              )}
            </p>
          </CollapsibleContent>
        </Collapsible>
      )}
    </li>
  );
}

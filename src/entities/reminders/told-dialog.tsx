/** The recipients of a reminder, with channels, the provider's replies, and retries. */
import { AttemptList } from "@/entities/notifications/attempt-list";
import { channelLabels, stateLabels, stateVariants } from "@/entities/notifications/message-words";
import { Loaded } from "@/components/loaded";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Badge } from "@/components/ui/badge";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

export function ToldDialog({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const told = useLiveQuery(api.deliveries.deliveries.told, { reminderId: reminder._id });
  return (
    <TitledDialog title="Notifications Sent" description={reminder.title} onClose={onClose} size="md">
      <DialogBody>
        <Loaded query={told} failureText="Failed to load the notifications" height="h-32">
          {(data) =>
            data.length === 0 ? (
              <p className="text-muted-foreground">
                None yet. They are sent at 8:00 on the days set in the reminder, and on the day it is due.
              </p>
            ) : (
              <ul aria-label="Messages" className="flex flex-col divide-y">
                {data.map((message) => (
                  <li key={message._id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                    <div className="flex flex-wrap items-center gap-2">
                      <span className="font-semibold break-words">{message.recipient}</span>
                      <Badge variant="outline">{channelLabels[message.channel]}</Badge>
                      {message.kind === "test" ? <Badge>Test</Badge> : null}
                      <Badge variant={stateVariants[message.state]}>{stateLabels[message.state]}</Badge>
                    </div>
                    <AttemptList {...message} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </DialogBody>
    </TitledDialog>
  );
}

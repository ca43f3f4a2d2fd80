/** What a person is told of, and how long before it is due the reminders that they add tell of it. */
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { AdvanceDays } from "@/entities/reminders/advance-days";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import { DEFAULT_NOTIFICATIONS, REMINDER_TYPES } from "@domain/constants/reminders";
import { reminderTypeLabels } from "@domain/reminders/labels";

type TopicsCardProps = { settings: UserSettings; change: ChangeSettings };

/** Renders the card. */
export function TopicsCard({ settings, change }: TopicsCardProps) {
  const { mutedTypes, daysInAdvance } = settings;
  return (
    <Card>
      <CardHeader>
        <CardTitle>What you are notified about</CardTitle>
        <CardDescription>
          You are notified of reminders in kennels where you can act on them. What you turn off here still
          appears on the Reminders page.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        <fieldset>
          <legend className="mb-1 font-semibold">Types of reminders</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {REMINDER_TYPES.map((type) => (
              <Label key={type} className="flex min-h-10 items-center gap-2.5 pointer-coarse:min-h-11">
                <Checkbox
                  checked={!mutedTypes.includes(type)}
                  onCheckedChange={(isOn) =>
                    void change({
                      mutedTypes: isOn ? mutedTypes.filter((muted) => muted !== type) : [...mutedTypes, type],
                    })
                  }
                />
                {reminderTypeLabels[type]}
              </Label>
            ))}
          </div>
        </fieldset>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">Days in advance</legend>
          <p className="text-sm text-muted-foreground">
            New reminders that you add start with these; each can be changed in the reminder itself.
          </p>
          <AdvanceDays
            days={daysInAdvance ?? DEFAULT_NOTIFICATIONS.daysInAdvance}
            onChange={(days) => void change({ daysInAdvance: days })}
          />
          {daysInAdvance === null ? null : (
            <Button
              variant="link"
              size="sm"
              className="self-start px-0"
              onClick={() => void change({ daysInAdvance: null })}
            >
              Use the Default Days
            </Button>
          )}
        </fieldset>
      </CardContent>
    </Card>
  );
}

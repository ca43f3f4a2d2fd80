/** The switch of automatic backups. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { formatMoment } from "@/entities/notifications/message-words";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the switch with what it does. Source: BAK-08. */
export function NightlySetting() {
  const { kennelId, can } = useKennel();
  const schedule = useLiveQuery(api.backups.backups.schedule, { kennelId }).data;
  const setNightly = useMutation(api.backups.backups.setNightly);
  // What was chosen shows at once and until the server has said so too.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? schedule?.enabled ?? false;
  const change = async (enabled: boolean) => {
    setChosen(enabled);
    try {
      await setNightly({ kennelId, enabled });
    } catch (error) {
      toast.error(failureText("Failed to change automatic backups", error));
    }
    setChosen(null);
  };
  const next = schedule?.nextAt ?? null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-lg border bg-muted/40 px-4 py-3">
      <div className="min-w-0">
        <Label htmlFor="nightly-backups" className="font-semibold">
          Automatic Backups
        </Label>
        <p id="nightly-backups-text" className="text-sm text-muted-foreground">
          Daily, at night in the kennel's time zone. The newest {schedule?.keepCount ?? 10} are kept.
          {isOn && next !== null ? ` The next one: ${formatMoment(next)}.` : ""}
        </p>
      </div>
      <Switch
        id="nightly-backups"
        aria-describedby="nightly-backups-text"
        checked={isOn}
        disabled={schedule === undefined || !can("backups", "write")}
        onCheckedChange={(enabled) => void change(enabled)}
      />
    </div>
  );
}

/** Takes the reminders of the current tab, type and search along as a file, which the server makes. */
import { useAction } from "convex/react";
import { Download } from "lucide-react";
import { ToolButton } from "@/components/tool-button";
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import { toListArgs } from "@/features/reminders/use-reminder-list";
import { useKennel } from "@/hooks/use-kennel";
import { useMadeFile } from "@/hooks/use-made-file";
import { api } from "@convex/_generated/api";

/** Renders the button. */
export function ExportReminders({ filter, today }: { filter: ReminderFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.reminders.actions.reminderExport.make);
  const [isBusy, save] = useMadeFile("Failed to export data", "Data exported successfully");
  const begin = () => void save(() => make({ kennelId, today, ...toListArgs(filter) }));
  return (
    <ToolButton icon={Download} disabled={isBusy} onClick={begin}>
      Export
    </ToolButton>
  );
}

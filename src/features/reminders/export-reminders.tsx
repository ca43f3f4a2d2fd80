/** Takes the reminders of the current tab, type and search along as a file, which the server makes. */
import { useState } from "react";
import { useAction } from "convex/react";
import { Download } from "lucide-react";
import { toast } from "sonner";
import { ToolButton } from "@/components/tool-button";
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import { toListArgs } from "@/features/reminders/use-reminder-list";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { api } from "@convex/_generated/api";

/** Renders the button. */
export function ExportReminders({ filter, today }: { filter: ReminderFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.reminders.actions.reminderExport.make);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { content, type, fileName } = await make({ kennelId, today, ...toListArgs(filter) });
      saveFile(new Blob([content], { type }), fileName);
      toast.success("Data exported successfully");
    } catch (error) {
      toast.error(failureText("Failed to export data", error));
    }
    setBusy(false);
  };
  return (
    <ToolButton icon={Download} disabled={isBusy} onClick={() => void save()}>
      Export
    </ToolButton>
  );
}

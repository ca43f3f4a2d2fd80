/** The button to the kennel's reminder templates, for those who may change reminders. */
import { useState } from "react";
import { LayoutTemplate } from "lucide-react";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form-values";
import { ToolButton } from "@/components/tool-button";
import { TemplatesDialog } from "@/features/reminders/templates-dialog";

/** Renders the button and the dialog that it opens. */
export function TemplatesButton({ onUse }: { onUse: (template: ReminderTemplate) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolButton icon={LayoutTemplate} onClick={() => setOpen(true)}>
        Templates
      </ToolButton>
      {isOpen ? (
        <TemplatesDialog
          onUse={(template) => {
            setOpen(false);
            onUse(template);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

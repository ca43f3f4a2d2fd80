/**
 * The reminder templates: the kennel's own, which can be changed and deleted, and the built-in ones, which stay as
 * they are. New ones are made in the reminder's form.
 */
import { FormDialog } from "@/components/form-dialog";
import { Loaded } from "@/components/loaded";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form-values";
import { DialogBody } from "@/components/ui/dialog";
import { OwnTemplate } from "@/features/reminders/own-template";
import { TemplateWords } from "@/features/reminders/template-words";
import { UseTemplateButton } from "@/features/reminders/use-template-button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type TemplatesDialogProps = {
  onUse: (template: ReminderTemplate) => void;
  onClose: () => void;
};

/** Renders the open dialog. */
export function TemplatesDialog({ onUse, onClose }: TemplatesDialogProps) {
  const { kennelId } = useKennel();
  const templates = useLiveQuery(api.reminders.reminderTemplates.list, { kennelId });
  return (
    <FormDialog
      title="Reminder Templates"
      description="A new reminder can start from any of these."
      size="md"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-6">
        <Loaded query={templates} failureText="Failed to load templates" height="h-48">
          {(data) => <TemplateLists templates={data} onUse={onUse} />}
        </Loaded>
      </DialogBody>
    </FormDialog>
  );
}

type TemplateListsProps = Pick<TemplatesDialogProps, "onUse"> & { templates: readonly ReminderTemplate[] };

function TemplateLists({ templates, onUse }: TemplateListsProps) {
  const own = templates.filter(({ isBuiltIn }) => !isBuiltIn);
  const builtIn = templates.filter(({ isBuiltIn }) => isBuiltIn);
  return (
    <>
      <section aria-label="Your templates" className="flex flex-col gap-2">
        <h3 className="font-semibold">Your templates</h3>
        {own.length === 0 ? (
          <p className="text-muted-foreground">
            None yet. Fill in a reminder and choose “Save as Template” to keep it here.
          </p>
        ) : (
          <ul className="flex flex-col divide-y">
            {own.map((template) => (
              <li key={template.id} className="py-2">
                <OwnTemplate template={template} onUse={() => onUse(template)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Built-in templates" className="flex flex-col gap-2">
        <h3 className="font-semibold">Built-in templates</h3>
        <ul className="flex flex-col divide-y">
          {builtIn.map((template) => (
            <li key={template.id} className="flex items-center justify-between gap-3 py-2">
              <TemplateWords template={template} />
              <UseTemplateButton name={template.name} onUse={() => onUse(template)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

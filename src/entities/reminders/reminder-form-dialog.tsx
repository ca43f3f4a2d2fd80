/** The dialog in which a reminder is made or changed (components/record-form). */
import { useWatch } from "react-hook-form";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { ReminderFormFields } from "@/entities/reminders/reminder-form-fields";
import type { GivenReminder } from "@/entities/reminders/reminder-form-values";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useReminderForm } from "@/entities/reminders/use-reminder-form";

type ReminderFormDialogProps = {
  /** The reminder to edit, or null to make one. */
  reminder: Reminder | null;
  given?: GivenReminder;
  today: string;
  onClose: () => void;
};

const NOTHING_GIVEN: GivenReminder = {};

/** Renders the open dialog. */
export function ReminderFormDialog(props: ReminderFormDialogProps) {
  const { reminder, given = NOTHING_GIVEN, today, onClose } = props;
  const { recordForm, edits, dogErrors } = useReminderForm({ reminder, given, today, onSaved: onClose });
  const count = useWatch({ control: recordForm.form.control, name: "dogs" })?.length ?? 1;
  const isOfOneRecord = reminder !== null || given.breedingId !== undefined || given.litterId !== undefined;
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={reminder ? "Edit Reminder" : "Add New Reminder"}
      noun="reminder"
      name={reminder?.title ?? "This Reminder"}
      submitLabel={reminder ? "Save Reminder" : count > 1 ? `Add Reminder for ${count} Dogs` : "Add Reminder"}
      edits={edits}
      onClose={onClose}
    >
      <ReminderFormFields
        reminder={reminder}
        canBeMany={!isOfOneRecord}
        dogErrors={dogErrors}
        today={today}
      />
    </RecordFormDialog>
  );
}

/**
 * Changing a dog's status from its card: the status, the day it is true since and, for a sold dog, who bought it.
 * A death is asked about once more before it is recorded. What somebody else changes meanwhile is merged as in the
 * dog form.
 */
import { ConfirmDialog } from "@/components/confirm-dialog";
import { ConflictDialog } from "@/components/conflict-dialog";
import { MergeNote } from "@/components/merge-note";
import { SaveDialog } from "@/components/save-dialog";
import { Alert } from "@/components/ui/alert";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { statusLabels } from "@/entities/dogs/dog-labels";
import type { StatusValues } from "@/features/dogs/form/status-form";
import type { Dog } from "@/features/dogs/types";
import { useStatusForm } from "@/features/dogs/form/use-status-form";
import { useKennel } from "@/hooks/use-kennel";
import { DOG_STATUSES, type DogStatus } from "@domain/constants/dogs";
import type { FieldErrors } from "@domain/errors";
import { formatPhone } from "@domain/formatting/formatting";

type OpenDialogProps = {
  dog: Dog;
  today: string;
  onClose: () => void;
  /** The status that was chosen already; otherwise the dog's own is shown first. */
  chosen?: DogStatus | undefined;
};
type DogStatusDialogProps = Omit<OpenDialogProps, "dog"> & { dog: Dog | null };

/** Renders the dialog for the dog, or nothing. */
export function DogStatusDialog({ dog, ...props }: DogStatusDialogProps) {
  return dog ? <OpenStatusDialog key={dog._id} dog={dog} {...props} /> : null;
}

function OpenStatusDialog({ dog, today, onClose, chosen }: OpenDialogProps) {
  const setsContacts = useKennel().hasRight("finances", "write");
  const statusForm = useStatusForm(dog, today, onClose, chosen);
  const { values, change, chooseStatus, errors, failure, isSaving, meanwhile, deathQuestion } = statusForm;
  return (
    <>
      <SaveDialog
        title={`Change Status of ${dog.name}`}
        isSaving={isSaving}
        onClose={onClose}
        isSaveDisabled={meanwhile.isDeleted}
        failure={failure}
        saveLabel="Change Status"
        onSave={statusForm.submit}
      >
        <StatusField status={values.status} onStatus={chooseStatus} />
        {values.status === "active" ? null : (
          <TextField
            label={`${statusLabels[values.status]} on`}
            required
            error={errors.statusChangedOn ?? errors.dateOfBirth}
            type="date"
            max={today}
            value={values.changedOn}
            onText={(text) => change({ changedOn: text })}
          />
        )}
        {values.status === "sold" && setsContacts ? (
          <BuyerFields values={values} errors={errors} onChange={change} />
        ) : null}
        {meanwhile.isDeleted ? (
          <Alert variant="warning">Somebody else deleted this dog, so it can no longer be saved.</Alert>
        ) : (
          <MergeNote {...meanwhile} onCompare={meanwhile.compare} />
        )}
      </SaveDialog>
      {meanwhile.choosing ? (
        <ConflictDialog
          title={`Two Versions of ${dog.name}`}
          conflicts={meanwhile.choosing.conflicts}
          onDecide={meanwhile.choosing.decide}
          onClose={meanwhile.choosing.close}
        />
      ) : null}
      <ConfirmDialog
        isOpen={deathQuestion !== null}
        title={`Record ${dog.name} as deceased?`}
        confirmLabel="Mark as Deceased"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => deathQuestion?.confirm()}
        onCancel={() => deathQuestion?.cancel()}
      >
        <p>The record stays in the register, and the age stops at the date you gave.</p>
      </ConfirmDialog>
    </>
  );
}

type StatusFieldProps = { status: DogStatus; onStatus: (status: DogStatus) => void };

function StatusField({ status, onStatus }: StatusFieldProps) {
  return (
    <FormField label="Status">
      {(props) => (
        <Select
          value={status}
          onValueChange={(chosen) => {
            const found = DOG_STATUSES.find((each) => each === chosen);
            if (found !== undefined) onStatus(found);
          }}
        >
          <SelectTrigger {...props}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {DOG_STATUSES.map((choice) => (
              <SelectItem key={choice} value={choice}>
                {statusLabels[choice]}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}

type BuyerFieldsProps = {
  values: StatusValues;
  errors: FieldErrors;
  onChange: (changes: Partial<StatusValues>) => void;
};

function BuyerFields({ values, errors, onChange }: BuyerFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">Buyer</legend>
      <p className="text-sm text-muted-foreground">The buyer becomes the dog&apos;s current owner.</p>
      <TextField
        label="Name"
        error={errors.currentOwnerName}
        value={values.name}
        onText={(text) => onChange({ name: text })}
      />
      <TextField
        label="Phone"
        error={errors.currentOwnerPhone}
        type="tel"
        value={values.phone}
        onText={(text) => onChange({ phone: text })}
        onBlur={() => onChange({ phone: formatPhone(values.phone) })}
      />
      <TextField
        label="Email"
        error={errors.currentOwnerEmail}
        type="email"
        value={values.email}
        onText={(text) => onChange({ email: text })}
      />
    </fieldset>
  );
}

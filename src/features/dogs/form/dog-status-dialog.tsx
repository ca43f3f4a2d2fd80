/**
 * Changing a dog's status from its card. A death needs a further confirmation. Other people's changes are merged as
 * in the dog form.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { ConflictDialog } from "@/components/conflict-dialog";
import { MergeNote } from "@/components/merge-note";
import { labelled, showConflicts } from "@/components/record-form/record-groups";
import { SaveDialog } from "@/components/save-dialog";
import { LongTextField, TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { FormField } from "@/components/ui/form-field";
import { ContactField } from "@/entities/contacts/contact-field";
import { causeChoices, statusLabels } from "@/entities/dogs/dog-labels";
import { dogForm, saveFailureText, STATUS_GROUPS, type DogFormValues } from "@/features/dogs/form/dog-form";
import { formerStatusOf, useStatusToast } from "@/features/dogs/form/use-status-undo";
import type { Dog } from "@/entities/dogs/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { FormMerge, type Stored } from "@/lib/form-merge";
import { api } from "@convex/_generated/api";
import { DOG_STATUSES, type DogStatus } from "@domain/dogs/rules";
import { type FieldErrors, getErrorData } from "@domain/errors";
import { formatPhone } from "@domain/formatting/formatting";
import type { Choice } from "@domain/merge/merge";

type OpenDialogProps = {
  dog: Dog;
  today: string;
  onClose: () => void;
  /** The status that the user already chose. By default, the dog's current status. */
  chosen?: DogStatus | undefined;
};
type DogStatusDialogProps = Omit<OpenDialogProps, "dog"> & { dog: Dog | null };

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
        <ChoiceField label="Status" value={values.status} choices={statusLabels} onValue={chooseStatus} />
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
        {values.status === "deceased" ? (
          <>
            <ChoiceField
              label="Cause of Death"
              error={errors.causeOfDeath}
              value={values.cause}
              choices={causeChoices}
              onValue={(cause) => change({ cause })}
            />
            <LongTextField
              label="Cause of Death, Details"
              rows={2}
              error={errors.causeOfDeathNotes}
              value={values.causeNotes}
              onText={(text) => change({ causeNotes: text })}
            />
          </>
        ) : null}
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
      <FormField label="Name" error={errors.currentOwnerName ?? errors.currentOwnerId}>
        {(described) => (
          <ContactField
            {...described}
            name={values.name}
            link={values.contact}
            onPerson={({ link, name, phone, email }) =>
              onChange({
                ...{ contact: link, name: name ?? "" },
                ...(phone !== undefined && { phone: phone ?? "", email: email ?? "" }),
              })
            }
          />
        )}
      </FormField>
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

const NO_EDITS: readonly Edit[] = [];

const storedOf = (dog: Dog) => ({ values: dogForm.valuesOf(dog), version: dog.updatedAt });

/**
 * Saves on top of the newest version, and asks if both users changed the same value. `chosen` is the status that
 * was chosen before the dialog opened.
 */
function useStatusForm(dog: Dog, today: string, onClose: () => void, chosen?: DogStatus) {
  const update = useMutation(api.dogs.dogs.update);
  const tellChanged = useStatusToast();
  const [form] = useState(() => {
    const begun = new StatusForm(storedOf(dog), today);
    if (chosen !== undefined) begun.chooseStatus(chosen);
    return begun;
  });
  const values = useSyncExternalStore(form.subscribe, form.getValues);
  const state = useSyncExternalStore(form.merge.subscribe, form.merge.getState);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [isAskingAboutDeath, setAskingAboutDeath] = useState(false);
  const live = useLiveQuery(api.dogs.dogs.get, { dogId: dog._id });
  const edits =
    useLiveQuery(api.dogs.dogs.editsSince, { dogId: dog._id, since: dog.updatedAt }).data ?? NO_EDITS;
  useEffect(() => {
    if (live.data) form.take(storedOf(live.data));
  }, [form, live.data]);

  const store = async (): Promise<void> => {
    setErrors({});
    setFailure(null);
    setSaving(true);
    const { version } = form.merge.getState();
    try {
      form.merge.pause();
      const change = { dogId: dog._id, today, expectedUpdatedAt: version, ...form.toChange() };
      const { base } = form.merge.getState();
      const { warnings } = await update(change);
      tellChanged("Dog updated successfully", [formerStatusOf(dog._id, base)]);
      for (const warning of warnings) toast.warning(warning);
      onClose();
    } catch (error) {
      form.merge.resume();
      const data = getErrorData(error);
      if (data?.code === "STALE_UPDATE") {
        // The newer record is still loading, or has already been merged.
        await form.merge.newerThan(version);
        setSaving(false);
        if (form.merge.findConflicts().length > 0) setChoosing(true);
        else await store();
        return;
      }
      const fields = data?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(saveFailureText(error));
      setSaving(false);
    }
  };
  const submit = () => {
    const { status, changedOn } = form.getValues();
    if (status !== "active" && changedOn === "") setErrors({ statusChangedOn: "Date is required" });
    else if (form.merge.findConflicts().length > 0) setChoosing(true);
    else if (form.isDeathNews()) setAskingAboutDeath(true);
    else void store();
  };
  const answerDeath = (hasDied: boolean) => {
    setAskingAboutDeath(false);
    if (hasDied) void store();
  };
  const decide = (choices: Record<string, Choice>) => {
    form.merge.settle(choices);
    setChoosing(false);
    submit();
  };

  const toChoose = isChoosing ? form.merge.findConflicts() : [];
  const meanwhile = {
    isDeleted: live.status === "ready" && live.data === null && !isSaving,
    adopted: labelled(STATUS_GROUPS, state.adopted),
    conflicts: isSaving ? [] : labelled(STATUS_GROUPS, state.conflicts),
    edits,
    compare: () => setChoosing(true),
    choosing:
      toChoose.length > 0
        ? {
            conflicts: showConflicts(labelled(STATUS_GROUPS, toChoose), {
              mine: form.inTermsOfRecord(),
              theirs: state.theirs,
              edits,
            }),
            decide,
            close: () => setChoosing(false),
          }
        : null,
  };
  return {
    values,
    change: (changes: Partial<StatusValues>) => {
      setErrors({});
      form.change(changes);
    },
    chooseStatus: (status: DogStatus) => {
      setErrors({});
      form.chooseStatus(status);
    },
    submit,
    errors,
    failure,
    isSaving,
    meanwhile,
    deathQuestion: isAskingAboutDeath
      ? { confirm: () => answerDeath(true), cancel: () => answerDeath(false) }
      : null,
  };
}

type StatusValues = {
  status: DogStatus;
  changedOn: string;
  cause: string;
  causeNotes: string;
  contact: string;
  name: string;
  phone: string;
  email: string;
};

type Field = keyof DogFormValues;

/** Maps fields of the record to the dialog's fields. */
const PLACES = {
  statusChangedOn: "changedOn",
  causeOfDeath: "cause",
  causeOfDeathNotes: "causeNotes",
  currentOwnerId: "contact",
  currentOwnerName: "name",
  currentOwnerPhone: "phone",
  currentOwnerEmail: "email",
} as const satisfies Partial<Record<Field, keyof StatusValues>>;

const isPlaced = (field: Field): field is keyof typeof PLACES => field in PLACES;

const buyerOf = ({
  currentOwnerId,
  currentOwnerName,
  currentOwnerPhone,
  currentOwnerEmail,
}: DogFormValues) => ({
  contact: currentOwnerId,
  name: currentOwnerName,
  phone: currentOwnerPhone,
  email: currentOwnerEmail,
});

/**
 * The values of the Status dialog, merged with another user's changes of the record (lib/form-merge.ts). The
 * buyer's fields are empty until the dog is sold, because the recorded owner is the seller. A buyer replaces the
 * owner completely.
 */
class StatusForm {
  readonly merge: FormMerge<DogFormValues>;
  private values: StatusValues;
  private isRecordSold: boolean;
  private readonly listeners = new Set<() => void>();

  constructor(
    begun: Stored<DogFormValues>,
    private readonly today: string,
  ) {
    const { status, statusChangedOn, causeOfDeath: cause, causeOfDeathNotes: causeNotes } = begun.values;
    this.isRecordSold = status === "sold";
    const nobody = { contact: "", name: "", phone: "", email: "" };
    const buyer = this.isRecordSold ? buyerOf(begun.values) : nobody;
    // By default, a new status starts today.
    this.values = { status, changedOn: statusChangedOn || today, cause, causeNotes, ...buyer };
    this.merge = new FormMerge(STATUS_GROUPS, begun, {
      read: () => this.inTermsOfRecord(),
      show: (field, value) => {
        this.fill(field, field.startsWith("currentOwner") && !this.isRecordSold ? "" : value);
      },
      type: (field, value) => this.fill(field, value),
    });
  }

  readonly getValues = (): StatusValues => this.values;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  take(stored: Stored<DogFormValues>): void {
    this.isRecordSold = stored.values.status === "sold";
    this.merge.take(stored);
  }

  change(changes: Partial<StatusValues>): void {
    this.values = { ...this.values, ...changes };
    for (const listener of [...this.listeners]) listener();
  }

  chooseStatus(status: DogStatus): void {
    const { base } = this.merge.getState();
    const since = status === base.status ? base.statusChangedOn : "";
    this.change({ status, changedOn: since || this.today });
  }

  /** True if saving would record the dog's death. */
  isDeathNews(): boolean {
    return this.values.status === "deceased" && this.merge.getState().base.status !== "deceased";
  }

  toChange() {
    const { status, changedOn, cause, causeNotes, contact, name, phone, email } = this.values;
    return {
      status,
      statusChangedOn: status === "active" ? null : changedOn,
      ...(status === "deceased" && { causeOfDeath: cause || null, causeOfDeathNotes: causeNotes }),
      ...(this.hasBuyer() && {
        currentOwnerId: contact,
        currentOwnerName: name,
        currentOwnerPhone: phone,
        currentOwnerEmail: email,
      }),
    };
  }

  private hasBuyer(): boolean {
    const { status, name, phone, email } = this.values;
    const wasSold = this.merge.getState().base.status === "sold";
    return status === "sold" && (wasSold || `${name}${phone}${email}`.trim() !== "");
  }

  /** The record's names of the chosen values. */
  inTermsOfRecord(): DogFormValues {
    const { statusChangedOn, causeOfDeath, ...change } = this.toChange();
    const { base } = this.merge.getState();
    return {
      ...base,
      ...change,
      statusChangedOn: statusChangedOn ?? "",
      causeOfDeath: causeOfDeath === undefined ? base.causeOfDeath : (causeOfDeath ?? ""),
    };
  }

  private fill(field: Field, value: unknown): void {
    if (field === "status") {
      const status = DOG_STATUSES.find((each) => each === value);
      if (status) this.change({ status });
    } else if (isPlaced(field)) {
      this.change({ [PLACES[field]]: typeof value === "string" ? value : "" });
    }
  }
}

/** Adds somebody to the waiting list or changes their entry. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Applicant } from "@/features/waiting-list/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import { centsOf, dollarsOf } from "../../../domain/formatting/dollars";
import { formatPhone } from "../../../domain/formatting/formatting";
import { newApplicantSchema } from "../../../domain/schemas/applicant";
import { fieldErrorsOf } from "../../../domain/schemas/parse";
import { api } from "../../../convex/_generated/api";

const EMPTY = {
  name: "",
  email: "",
  phone: "",
  address: "",
  gender: "any",
  color: "",
  breed: "",
  wantedFrom: "",
  deposit: "",
  notes: "",
};
type Typed = typeof EMPTY;

const typedOf = (applicant: Applicant): Typed => ({
  name: applicant.name,
  email: applicant.email ?? "",
  phone: applicant.phone ?? "",
  address: applicant.address ?? "",
  gender: applicant.gender ?? "any",
  color: applicant.color ?? "",
  breed: applicant.breed ?? "",
  wantedFrom: applicant.wantedFrom ?? "",
  deposit: applicant.depositCents === null ? "" : dollarsOf(applicant.depositCents),
  notes: applicant.notes ?? "",
});

/** Brings what is typed into what the server takes; an amount that is none stays a fault of its field. */
const toFields = ({ gender, deposit, ...typed }: Typed) => ({
  ...typed,
  gender: gender === "any" ? null : gender,
  depositCents: deposit.trim() === "" ? null : (centsOf(deposit) ?? Number.NaN),
});

type ApplicantDialogProps = { applicant: Applicant | null; onClose: () => void };

function useApplicant({ applicant, onClose }: ApplicantDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.waitingList.create);
  const update = useMutation(api.waitingList.update);
  const [typed, setTyped] = useState<Typed>(() => (applicant ? typedOf(applicant) : EMPTY));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const store = async () => {
    const fields = toFields(typed);
    const parsed = newApplicantSchema.safeParse(fields);
    setErrors(parsed.success ? {} : fieldErrorsOf(parsed.error));
    setFailure(null);
    if (!parsed.success) return;
    setSaving(true);
    try {
      if (applicant) {
        await update({ applicantId: applicant._id, ...fields, expectedUpdatedAt: applicant.updatedAt });
      } else await create({ kennelId, ...fields });
      toast.success(applicant ? "Applicant saved" : `${typed.name.trim()} is on the waiting list`);
      onClose();
    } catch (error) {
      setErrors(getErrorData(error)?.details.fields ?? {});
      setFailure(failureText("Failed to save applicant", error));
      setSaving(false);
    }
  };
  const change = (changes: Partial<Typed>) => {
    setErrors({});
    setTyped((last) => ({ ...last, ...changes }));
  };
  return { typed, change, errors, failure, isSaving, store };
}

/** Renders the dialog. */
export function ApplicantDialog(props: ApplicantDialogProps) {
  const { applicant, onClose } = props;
  const { typed, change, errors, failure, isSaving, store } = useApplicant(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isSaving ? undefined : onClose())}>
      <DialogContent size="md" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>{applicant ? "Edit Applicant" : "Add Applicant"}</DialogTitle>
          <DialogDescription>Only the name is needed; leave open what they leave open.</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            <TextField label="Name" required name="name" {...{ typed, errors, change }} />
            <TextField label="Email" type="email" name="email" {...{ typed, errors, change }} />
            <TextField
              label="Phone"
              type="tel"
              name="phone"
              onBlur={() => change({ phone: formatPhone(typed.phone) })}
              {...{ typed, errors, change }}
            />
            <TextField label="Address" name="address" {...{ typed, errors, change }} />
            <FormField label="Sex" error={errors.gender}>
              {(control) => (
                <Select value={typed.gender} onValueChange={(gender) => change({ gender })}>
                  <SelectTrigger {...control}>
                    <SelectValue />
                  </SelectTrigger>
                  <SelectContent>
                    <SelectItem value="any">Either</SelectItem>
                    <SelectItem value="male">Male</SelectItem>
                    <SelectItem value="female">Female</SelectItem>
                  </SelectContent>
                </Select>
              )}
            </FormField>
            <TextField label="Color" name="color" {...{ typed, errors, change }} />
            <TextField label="Breed" name="breed" {...{ typed, errors, change }} />
            <TextField label="Wanted from" type="date" name="wantedFrom" {...{ typed, errors, change }} />
            <TextField
              label="Deposit ($)"
              inputMode="decimal"
              name="deposit"
              error={errors.depositCents}
              {...{ typed, errors, change }}
            />
            <FormField label="Notes" error={errors.notes} className="sm:col-span-2">
              {(control) => (
                <Textarea
                  {...control}
                  rows={3}
                  value={typed.notes}
                  onChange={(event) => change({ notes: event.target.value })}
                />
              )}
            </FormField>
            {failure ? (
              <Alert variant="error" className="sm:col-span-2">
                {failure}
              </Alert>
            ) : null}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose} disabled={isSaving}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? "Saving..." : applicant ? "Save Applicant" : "Add Applicant"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type TextFieldProps = {
  label: string;
  name: keyof Typed;
  typed: Typed;
  errors: FieldErrors;
  error?: string | undefined;
  change: (changes: Partial<Typed>) => void;
  required?: boolean;
  type?: string;
  inputMode?: "decimal";
  onBlur?: () => void;
};

function TextField({ label, name, typed, errors, error, change, required, ...input }: TextFieldProps) {
  return (
    <FormField label={label} required={required ?? false} error={error ?? errors[name]}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </FormField>
  );
}

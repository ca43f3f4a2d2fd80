/** The health checks of a puppy. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { DialogForm } from "@/components/dialog-form";
import { Loaded } from "@/components/loaded";
import { NotesControl, RecordField } from "@/components/record-form/record-field";
import { TypedFields, useTypedForm } from "@/components/record-form/typed-dialog";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { Puppy } from "@/features/litters/litter-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { puppyWeightInput, usePuppyWeights } from "@/hooks/use-weight-units";
import { failureText } from "@/lib/failure-text";
import { puppyWeightText, readPuppyWeight } from "@domain/health/weights";
import { formatDay } from "@domain/formatting/formatting";
import { puppyName } from "@domain/litters/words";
import { typedNumber } from "@domain/records/typed-form";
import { newPuppyCheckSchema } from "@domain/litters/schemas";
import { api } from "@convex/_generated/api";
import type { PuppyCheck } from "@convex/litters/model/puppyShape";

type PuppyChecksDialogProps = { puppy: Puppy; today: string; onClose: () => void };

/** The list, or the form of one check. */
export function PuppyChecksDialog({ puppy, today, onClose }: PuppyChecksDialogProps) {
  const [edited, setEdited] = useState<PuppyCheck | "new" | null>(null);
  return (
    <FormDialog title="Health Checks" description={puppyName(puppy)} onClose={onClose}>
      {edited === null ? (
        <CheckList puppy={puppy} onEdit={setEdited} onClose={onClose} />
      ) : (
        <CheckForm
          puppy={puppy}
          check={edited === "new" ? null : edited}
          today={today}
          onDone={() => setEdited(null)}
        />
      )}
    </FormDialog>
  );
}

const checkText = (
  { weightGrams, temperatureFahrenheit, veterinarian }: PuppyCheck,
  gramsText: (grams: number) => string,
): string =>
  [
    weightGrams === null ? null : gramsText(weightGrams),
    temperatureFahrenheit === null ? null : `${temperatureFahrenheit} °F`,
    veterinarian,
  ]
    .filter((part) => part !== null)
    .join(" · ");

type CheckListProps = {
  puppy: Puppy;
  onEdit: (check: PuppyCheck | "new") => void;
  onClose: () => void;
};

function CheckList({ puppy, onEdit, onClose }: CheckListProps) {
  const canWrite = useKennel().can("breeding", "write");
  const { gramsText } = usePuppyWeights();
  const checks = useLiveQuery(api.litters.puppyHealthChecks.list, { puppyId: puppy._id });
  const remove = useMutation(api.litters.puppyHealthChecks.remove);
  const [leaving, setLeaving] = useState<PuppyCheck | null>(null);
  return (
    <>
      <DialogBody className="min-h-32">
        <Loaded query={checks} failureText="Failed to load health checks. Please try again." height="h-24">
          {(data) =>
            data.length === 0 ? (
              <p className="text-muted-foreground">No health checks yet</p>
            ) : (
              <ul aria-label="Health checks" className="flex flex-col divide-y">
                {data.map((check) => (
                  <li key={check._id} className="flex items-start gap-2 py-2.5">
                    <div className="min-w-0 flex-1">
                      <p className="font-semibold">{formatDay(check.checkDate)}</p>
                      <p className="break-words">{checkText(check, gramsText)}</p>
                      {check.notes ? (
                        <p className="text-sm break-words whitespace-pre-wrap text-muted-foreground">
                          {check.notes}
                        </p>
                      ) : null}
                    </div>
                    {canWrite ? (
                      <>
                        <Button
                          variant="ghost"
                          size="icon-sm"
                          aria-label={`Edit check of ${formatDay(check.checkDate)}`}
                          onClick={() => onEdit(check)}
                        >
                          <Pencil aria-hidden />
                        </Button>
                        <Button
                          variant="ghost"
                          size="icon-sm"
                          aria-label={`Delete check of ${formatDay(check.checkDate)}`}
                          onClick={() => setLeaving(check)}
                        >
                          <Trash2 aria-hidden />
                        </Button>
                      </>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        {canWrite ? (
          <Button onClick={() => onEdit("new")}>
            <Plus aria-hidden />
            Add Check
          </Button>
        ) : null}
      </DialogFooter>
      {leaving ? (
        <DeleteQuestion
          key={leaving._id}
          recordId={leaving._id}
          title="Delete this health check?"
          remove={async () => await remove({ checkId: leaving._id })}
          deletedText="Health check deleted"
          failureOf={(error) => {
            toast.error(failureText("Failed to delete the health check", error));
            return null;
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </>
  );
}

type CheckFormProps = { puppy: Puppy; check: PuppyCheck | null; today: string; onDone: () => void };

function CheckForm({ puppy, check, today, onDone }: CheckFormProps) {
  const create = useMutation(api.litters.puppyHealthChecks.create);
  const update = useMutation(api.litters.puppyHealthChecks.update);
  const { unit } = usePuppyWeights();
  const shownWeight = typeof check?.weightGrams === "number" ? puppyWeightText(check.weightGrams, unit) : "";
  const { form, failure, isSaving, submit } = useTypedForm(
    {
      schema: newPuppyCheckSchema,
      typed: {
        checkDate: check?.checkDate ?? today,
        veterinarian: check?.veterinarian ?? "",
        weightGrams: shownWeight,
        temperatureFahrenheit: check?.temperatureFahrenheit?.toString() ?? "",
        notes: check?.notes ?? "",
      },
      toServer: ({ weightGrams: weight, temperatureFahrenheit, ...typed }) => ({
        ...typed,
        // An unchanged weight stays exact to the gram, although the shown unit rounds it.
        weightGrams: check && weight === shownWeight ? check.weightGrams : readPuppyWeight(weight, unit),
        temperatureFahrenheit: typedNumber(temperatureFahrenheit),
      }),
      send: async (fields) =>
        check
          ? await update({ checkId: check._id, today, ...fields })
          : await create({ puppyId: puppy._id, today, ...fields }),
      doneText: "Health check saved",
      failedText: "Failed to save the health check",
    },
    onDone,
  );
  return (
    <DialogForm
      className="grid content-start gap-4 sm:grid-cols-2"
      isSaving={isSaving}
      failure={failure}
      saveLabel="Save Check"
      cancelLabel="Back"
      onSave={submit}
      onCancel={onDone}
    >
      <TypedFields form={form}>
        <RecordField name="checkDate" label="Date" required type="date" max={today} />
        <RecordField name="veterinarian" label="Veterinarian" />
        <RecordField
          name="weightGrams"
          label={unit === "g" ? "Weight (g)" : "Weight (lb, oz)"}
          {...puppyWeightInput(unit)}
        />
        <RecordField name="temperatureFahrenheit" label="Temperature (°F)" inputMode="decimal" />
        <RecordField name="notes" label="Notes" className="sm:col-span-2" control={NotesControl} />
      </TypedFields>
    </DialogForm>
  );
}

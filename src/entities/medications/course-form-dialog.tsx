/** Starting or changing a course of medication: what, how much, how often and how long. */
import { useId, type ComponentProps } from "react";
import { SaveDialog } from "@/components/save-dialog";
import { StaleNote } from "@/entities/health-tests/stale-note";
import { Checkbox } from "@/components/ui/checkbox";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import {
  useCourseForm,
  type CourseForm,
  type CourseFormOptions,
  type CourseValues,
} from "@/entities/medications/use-course-form";
import { DOSE_UNITS, MAX_TIMES_PER_DAY } from "@domain/health/rules";
import { proposedTimes } from "@domain/health/medications";

/** Renders the dialog. */
export function CourseFormDialog(props: CourseFormOptions) {
  const { dog, course, onClose } = props;
  const form = useCourseForm(props);
  return (
    <SaveDialog
      title={course ? `Medication of ${dog.name}` : `Start a Medication of ${dog.name}`}
      isSaving={form.isSaving}
      onClose={onClose}
      failure={form.failure}
      saveLabel="Save Medication"
      onSave={form.save}
    >
      {form.isStale ? <StaleNote onTheirs={form.takeTheirs} onMine={form.keepMine} /> : null}
      <CourseField form={form} field="drug" label="Medication" required />
      <DoseFields form={form} />
      <ScheduleFields form={form} />
      <div className="grid grid-cols-2 gap-4">
        <CourseField form={form} field="startOn" label="Start date" type="date" required />
        <CourseField
          form={form}
          field="endOn"
          label="End date"
          type="date"
          helper="Leave empty while she is in heat"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <CourseField form={form} field="reason" label="Reason" />
        <CourseField form={form} field="veterinarian" label="Prescribed by" />
      </div>
      <LongTextField
        label="Notes"
        error={form.errors.notes}
        rows={2}
        value={form.values.notes}
        onText={(text) => form.change({ notes: text })}
      />
    </SaveDialog>
  );
}

type CourseFieldProps = Pick<ComponentProps<typeof TextField>, "label" | "type" | "helper" | "required"> & {
  form: CourseForm;
  field: Extract<keyof CourseValues, "drug" | "startOn" | "endOn" | "reason" | "veterinarian">;
};

function CourseField({ form, field, ...shown }: CourseFieldProps) {
  return (
    <TextField
      {...shown}
      error={form.errors[field]}
      autoComplete="off"
      value={form.values[field]}
      onText={(text) => form.change({ [field]: text })}
    />
  );
}

function DoseFields({ form: { values, errors, change } }: { form: CourseForm }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label="Dose"
        required
        error={errors.doseAmount}
        inputMode="decimal"
        autoComplete="off"
        value={values.doseAmount}
        onText={(text) => change({ doseAmount: text })}
      />
      <FormField label="Unit" required error={errors.doseUnit}>
        {(control) => (
          <Select
            value={values.doseUnit}
            onValueChange={(chosen) => {
              const doseUnit = DOSE_UNITS.find((unit) => unit === chosen);
              if (doseUnit) change({ doseUnit });
            }}
          >
            <SelectTrigger {...control}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {DOSE_UNITS.map((unit) => (
                <SelectItem key={unit} value={unit}>
                  {unit}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </FormField>
    </div>
  );
}

function ScheduleFields({ form: { values, errors, change } }: { form: CourseForm }) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">How often</legend>
      <div className="flex min-h-10 items-center gap-2.5">
        <Checkbox
          id={id}
          checked={values.isAsNeeded}
          onCheckedChange={(isChecked) => change({ isAsNeeded: isChecked })}
        />
        <label htmlFor={id} className="flex-1 py-2">
          Only as needed
        </label>
      </div>
      {values.isAsNeeded ? null : (
        <>
          <div className="grid grid-cols-2 gap-4">
            <FormField label="Doses a day">
              {(control) => (
                <Select
                  value={String(values.times.length)}
                  onValueChange={(chosen) => change({ times: proposedTimes(Number(chosen)) })}
                >
                  <SelectTrigger {...control}>
                    <SelectValue />
                  </SelectTrigger>
                  <SelectContent>
                    {Array.from({ length: MAX_TIMES_PER_DAY }, (_, index) => (
                      <SelectItem key={index} value={String(index + 1)}>
                        {index + 1}
                      </SelectItem>
                    ))}
                  </SelectContent>
                </Select>
              )}
            </FormField>
            <TextField
              label="Interval in days"
              helper="1 is daily, 7 is weekly"
              error={errors["schedule.everyDays"]}
              inputMode="numeric"
              autoComplete="off"
              value={values.everyDays}
              onText={(text) => change({ everyDays: text })}
            />
          </div>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            {values.times.map((time, index) => (
              <TextField
                // The times are told apart by their place alone.
                key={index}
                label={`Time ${index + 1}`}
                error={errors[`schedule.times.${index}`]}
                type="time"
                value={time}
                onText={(text) =>
                  change({ times: values.times.map((each, at) => (at === index ? text : each)) })
                }
              />
            ))}
          </div>
          {errors["schedule.times"] ? (
            <p className="text-sm font-semibold text-error">{errors["schedule.times"]}</p>
          ) : null}
        </>
      )}
    </fieldset>
  );
}

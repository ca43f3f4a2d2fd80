/** Recording or changing a health test: the fields follow the kind of test. What was typed stays when saving fails. */
import type { ComponentProps } from "react";
import { Paperclip } from "lucide-react";
import { acceptOf, FileButton } from "@/components/file-button";
import { DialogForm } from "@/components/dialog-form";
import { Combobox } from "@/components/ui/combobox";
import { TitledDialog } from "@/components/titled-dialog";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { StaleNote } from "@/entities/health-tests/stale-note";
import { ResultFields } from "@/entities/health-tests/result-fields";
import { useTestForm, type TestForm, type TestFormOptions } from "@/entities/health-tests/use-test-form";
import { FILE_TYPES } from "@domain/files/rules";
import { HEALTH_TEST_KINDS } from "@domain/health/rules";
import { DNA_TESTS } from "@domain/health/dna";
import { TEST_KINDS } from "@domain/health/test-kinds";

const MUTATIONS = DNA_TESTS.map(({ name, aliases }) => ({ value: name, label: name, alsoNamed: aliases }));

/** Renders the dialog. */
export function TestFormDialog(props: TestFormOptions) {
  const { dog, test, today, onClose } = props;
  const form = useTestForm(props);
  const { isSaving } = form;
  return (
    <TitledDialog
      title={test ? `Health Test of ${dog.name}` : `Record a Health Test of ${dog.name}`}
      isBusy={isSaving}
      onClose={onClose}
    >
      <DialogForm
        isSaving={isSaving}
        failure={form.failure}
        saveLabel="Save Test"
        onSave={form.save}
        onCancel={onClose}
      >
        {form.isStale ? <StaleNote onTheirs={form.takeTheirs} onMine={form.keepMine} /> : null}
        <KindField form={form} />
        {TEST_KINDS[form.values.kind].isNamed ? <NameField form={form} /> : null}
        <ResultFields form={form} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TestField form={form} field="testedOn" label="Test date" type="date" max={today} required />
          <TestField
            form={form}
            field="validUntil"
            label="Valid until"
            type="date"
            helper="Leave empty if it is valid for life"
          />
          <TestField form={form} field="laboratory" label="Laboratory or examiner" />
          <TestField form={form} field="certificateNumber" label="Certificate number" />
        </div>
        <CertificateField form={form} current={test?.certificate?.fileName ?? null} />
        <LongTextField
          label="Notes"
          error={form.errors.notes}
          rows={2}
          value={form.values.notes}
          onText={(text) => form.change({ notes: text })}
        />
      </DialogForm>
    </TitledDialog>
  );
}

function KindField({ form: { values, errors, change } }: { form: TestForm }) {
  const { source } = TEST_KINDS[values.kind];
  return (
    <FormField label="Test" required error={errors.kind} helper={source ?? undefined}>
      {(control) => (
        <Select
          value={values.kind}
          onValueChange={(chosen) => {
            const kind = HEALTH_TEST_KINDS.find((each) => each === chosen);
            if (kind) change({ kind });
          }}
        >
          <SelectTrigger {...control}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {HEALTH_TEST_KINDS.map((kind) => (
              <SelectItem key={kind} value={kind}>
                {TEST_KINDS[kind].label}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}

function NameField({ form: { values, errors, change } }: { form: TestForm }) {
  if (values.kind !== "dna") {
    return (
      <TextField
        label="Name of the test"
        required
        error={errors.name}
        autoComplete="off"
        value={values.name}
        onText={(text) => change({ name: text })}
      />
    );
  }
  return (
    <FormField
      label="Mutation"
      required
      helper="Select or type one, such as EIC or prcd-PRA"
      error={errors.name}
    >
      {(control) => (
        <Combobox
          {...control}
          text={values.name}
          onText={(name) => change({ name })}
          options={MUTATIONS}
          onSelect={({ value }) => change({ name: value })}
        />
      )}
    </FormField>
  );
}

type TestFieldProps = Pick<
  ComponentProps<typeof TextField>,
  "label" | "type" | "max" | "helper" | "required"
> & {
  form: TestForm;
  field: "testedOn" | "validUntil" | "laboratory" | "certificateNumber";
};

function TestField({ form, field, ...shown }: TestFieldProps) {
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

function CertificateField({ form, current }: { form: TestForm; current: string | null }) {
  const name = form.file?.name ?? current;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-semibold">Certificate file</span>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label="Certificate file"
          accept={acceptOf(FILE_TYPES)}
          disabled={form.isSaving}
          onFiles={([file]) => (file ? form.choose(file) : undefined)}
        >
          <Paperclip aria-hidden />
          {name === null ? "Choose File" : "Choose Another"}
        </FileButton>
        <span className="min-w-0 text-sm break-words text-muted-foreground">
          {name ?? "PDF, picture or document, at most 10 MB"}
        </span>
      </div>
      {form.errors.certificate ? (
        <p role="alert" className="text-sm font-semibold break-words text-error">
          {form.errors.certificate}
        </p>
      ) : null}
      {form.progress === null ? null : (
        <progress aria-label="Uploading the certificate" value={form.progress} className="h-1.5 w-full" />
      )}
    </div>
  );
}

/**
 * A small form whose fields are sent together. The form stays open while saving. If saving fails, the typed text
 * stays, with the reason at its field. Records that several people edit use record-form.tsx.
 */
import { useState, type ComponentProps, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type ResolverResult,
  type UseFormReturn,
} from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { RecordFieldsContext, type Control } from "@/components/record-form/record-field";
import { SaveDialog } from "@/components/save-dialog";
import { failureText, messagesWithoutField, showRefusals } from "@/lib/failure-text";
import type { Fields } from "@domain/records/fields";
import { fieldErrorsOf } from "@domain/records/parse";

interface TypedFormOptions<Typed extends FieldValues, Asked> {
  readonly schema: z.ZodType<Asked>;
  /** The keys are the names of all fields. */
  readonly typed: Typed;
  /** Needed only if the form's values differ from the schema's input. */
  readonly toServer?: (typed: Typed) => unknown;
  readonly send: (asked: Asked) => Promise<unknown>;
  readonly doneText?: string;
  readonly failedText: string;
  /** For a failure that does not concern one field. */
  readonly failureOf?: (failed: string, error: unknown) => string;
}

/** `onDone` receives the result. */
export function useTypedForm<Typed extends FieldValues, Asked>(
  options: TypedFormOptions<Typed, Asked>,
  onDone: () => void,
) {
  const { schema, typed, toServer, send, doneText, failedText, failureOf = failureText } = options;
  const [failure, setFailure] = useState<string | null>(null);
  // The name of a nested value contains a dot: credentials.password.
  const toField = (serverName: string): (keyof Typed & string) | null => {
    const name = serverName.slice(serverName.lastIndexOf(".") + 1);
    return name in typed ? name : null;
  };
  const form = useForm<Typed, unknown, { asked: Asked }>({
    resolver: (values): ResolverResult<Typed, { asked: Asked }> => {
      const parsed = schema.safeParse(toServer ? toServer(values) : values);
      if (parsed.success) return { values: { asked: parsed.data }, errors: {} };
      const faults = Object.entries(fieldErrorsOf(parsed.error)).map(([name, message]) => [
        toField(name) ?? name,
        { type: "custom", message },
      ]);
      return { values: {}, errors: Object.fromEntries(faults) as FieldErrors<Typed> }; // the names are those of the form's fields
    },
    defaultValues: typed as DefaultValues<Typed>, // complete values are valid default values
    reValidateMode: "onSubmit",
  });
  const submit = form.handleSubmit(async ({ asked }) => {
    setFailure(null);
    try {
      await send(asked);
      if (doneText) toast.success(doneText);
      onDone();
    } catch (error) {
      if (!showRefusals(form, error, toField)) setFailure(failureOf(failedText, error));
    }
  });
  const untold = messagesWithoutField(form);
  return {
    form,
    failure: failure ?? (untold.length > 0 ? untold.join(". ") : null),
    isSaving: form.formState.isSubmitting,
    submit: () => submit(),
  };
}

type TypedFieldsProps<Typed extends FieldValues, Asked> = {
  form: UseFormReturn<Typed, unknown, { asked: Asked }>;
  fields?: Fields | undefined;
  controls?: Readonly<Record<string, Control>> | undefined;
  children: ReactNode;
};

const NONE = {};

export const TypedFields = <Typed extends FieldValues, Asked>(props: TypedFieldsProps<Typed, Asked>) => (
  <RecordFieldsContext
    value={{ fields: props.fields ?? NONE, controls: props.controls ?? NONE, record: null }}
  >
    <FormProvider {...props.form}>{props.children}</FormProvider>
  </RecordFieldsContext>
);

type TypedDialogProps<Typed extends FieldValues, Asked> = TypedFormOptions<Typed, Asked> &
  Omit<TypedFieldsProps<Typed, Asked>, "form"> &
  Pick<
    ComponentProps<typeof SaveDialog>,
    "title" | "description" | "size" | "className" | "saveLabel" | "busyLabel" | "actions" | "onClose"
  >;

export function TypedDialog<Typed extends FieldValues, Asked>(props: TypedDialogProps<Typed, Asked>) {
  const { title, description, size, saveLabel, busyLabel, actions, onClose } = props;
  const { className = "grid gap-x-5 gap-y-4 sm:grid-cols-2", fields, controls } = props;
  const { form, failure, isSaving, submit } = useTypedForm(props, onClose);
  return (
    <SaveDialog
      {...{ title, description, size, className, saveLabel, busyLabel, actions, onClose, isSaving, failure }}
      onSave={submit}
    >
      <TypedFields {...{ form, fields, controls }}>{props.children}</TypedFields>
    </SaveDialog>
  );
}

/**
 * A small dialog whose fields are sent together: what was typed stays when that fails, with the reason at its field, and
 * the dialog stays open meanwhile. What several people may change at a time has a form of its kind (record-form.tsx).
 */
import { useState, type ComponentProps } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm, type DefaultValues, type FieldValues } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { RecordFieldsContext, type Control } from "@/components/record-form/record-field";
import { SaveDialog } from "@/components/save-dialog";
import { failureText, showRefusals } from "@/lib/failure-text";
import type { Fields } from "@domain/records/fields";

type TypedDialogProps<Typed extends FieldValues, Asked> = Pick<
  ComponentProps<typeof SaveDialog>,
  "title" | "description" | "size" | "className" | "saveLabel" | "busyLabel" | "onClose" | "children"
> & {
  /** How the fields are described, where they are. */
  fields?: Fields;
  controls?: Readonly<Record<string, Control>>;
  schema: z.ZodType<Asked, Typed>;
  /** What stands in the fields at first; names each of them. */
  typed: Typed;
  send: (asked: Asked) => Promise<unknown>;
  doneText?: string;
  failedText: string;
  /** Tells a failure that belongs to no field. */
  failureOf?: (failed: string, error: unknown) => string;
};

const NO_FIELDS = {};

export function TypedDialog<Typed extends FieldValues, Asked>({
  fields = NO_FIELDS,
  controls = NO_FIELDS,
  schema,
  typed,
  send,
  doneText,
  failedText,
  failureOf = failureText,
  children,
  ...looks
}: TypedDialogProps<Typed, Asked>) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Typed, unknown, Asked>({
    resolver: zodResolver(schema),
    defaultValues: typed as DefaultValues<Typed>, // complete values are default values too
    reValidateMode: "onSubmit",
  });
  // What is sent within something else stands under its name: credentials.password.
  const toField = (serverName: string): (keyof Typed & string) | null => {
    const name = serverName.slice(serverName.lastIndexOf(".") + 1);
    return name in typed ? name : null;
  };
  const submit = form.handleSubmit(async (asked) => {
    setFailure(null);
    try {
      await send(asked);
      if (doneText) toast.success(doneText);
      looks.onClose();
    } catch (error) {
      if (!showRefusals(form, error, toField)) setFailure(failureOf(failedText, error));
    }
  });
  return (
    <SaveDialog
      className="grid gap-x-5 gap-y-4 sm:grid-cols-2"
      {...looks}
      isSaving={form.formState.isSubmitting}
      failure={failure}
      onSave={() => submit()}
    >
      <RecordFieldsContext value={{ fields, controls, record: null }}>
        <FormProvider {...form}>{children}</FormProvider>
      </RecordFieldsContext>
    </SaveDialog>
  );
}

/**
 * The dialog by which a connected service is told something: what was typed stays when that fails, with the reason at
 * its field, and the dialog stays open while the service is asked.
 */
import { useState, type ReactNode } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm, type DefaultValues, type FieldValues } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { SaveDialog } from "@/components/save-dialog";
import { failureText } from "@/lib/failure-text";
import { showRefusals } from "@/lib/refusals";

/** What is sent of credentials stands under their name. */
const SENT_UNDER = /^credentials\./u;

type ServiceDialogProps<Typed extends FieldValues, Asked> = {
  title: string;
  description: string;
  /** The fields, of which `typed` names each. */
  children: ReactNode;
  schema: z.ZodType<Asked, Typed>;
  /** What stands in the fields at first. */
  typed: Typed;
  send: (asked: Asked) => Promise<unknown>;
  action: { label: string; busyLabel: string; doneText: string; failedText: string };
  /** Tells a failure that belongs to no field. */
  failureOf?: (failed: string, error: unknown) => string;
  onClose: () => void;
};

/** Renders the dialog; it is mounted only while it is open. */
export function ServiceDialog<Typed extends FieldValues, Asked>({
  title,
  description,
  children,
  schema,
  typed,
  send,
  action,
  failureOf = failureText,
  onClose,
}: ServiceDialogProps<Typed, Asked>) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Typed, unknown, Asked>({
    resolver: zodResolver(schema),
    defaultValues: typed as DefaultValues<Typed>, // complete values are default values too
    reValidateMode: "onSubmit",
  });
  const { isSubmitting } = form.formState;
  const toField = (serverName: string): (keyof Typed & string) | null => {
    const name = serverName.replace(SENT_UNDER, "");
    return name in typed ? name : null;
  };
  const submit = form.handleSubmit(async (asked) => {
    setFailure(null);
    try {
      await send(asked);
      toast.success(action.doneText);
      onClose();
    } catch (error) {
      if (!showRefusals(form, error, toField)) setFailure(failureOf(action.failedText, error));
    }
  });
  return (
    <SaveDialog
      title={title}
      description={description}
      isSaving={isSubmitting}
      onClose={onClose}
      className="grid gap-x-5 gap-y-4 sm:grid-cols-2"
      failure={failure}
      saveLabel={action.label}
      busyLabel={action.busyLabel}
      onSave={() => submit()}
    >
      <FormProvider {...form}>{children}</FormProvider>
    </SaveDialog>
  );
}

/** Connecting the kennel's own mail server: signed in to before it is kept, and what was typed stays when that fails. */
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useAction } from "convex/react";
import { useForm, type FieldPath, type UseFormReturn } from "react-hook-form";
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
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "../../../../domain/errors";
import {
  mailAccountSchema,
  type MailAccount,
  type MailAccountInput,
} from "../../../../domain/schemas/connection";
import { api } from "../../../../convex/_generated/api";

type MailForm = UseFormReturn<MailAccountInput, unknown, MailAccount>;

type TextFieldProps = {
  form: MailForm;
  name: FieldPath<MailAccountInput>;
  label: string;
  helper?: string;
  type?: string;
  placeholder?: string;
  inputMode?: "numeric";
};

function TextField({ form, name, label, helper, ...input }: TextFieldProps) {
  const { register, clearErrors, formState } = form;
  return (
    <FormField label={label} helper={helper} required error={formState.errors[name]?.message}>
      {(control) => (
        <Input
          {...control}
          {...input}
          // The password of a mail server is nobody's password for Studbook.
          autoComplete={name === "password" ? "new-password" : "off"}
          spellCheck={false}
          autoCapitalize="none"
          {...register(name, { onChange: () => clearErrors(name) })}
        />
      )}
    </FormField>
  );
}

const isField = (name: string): name is FieldPath<MailAccountInput> => name in mailAccountSchema.shape;

/** Where a refused field stands in what is sent. */
const SENT_UNDER = /^credentials\./;

type MailAccountDialogProps = {
  /** What is connected so far; its user name and password are typed again. */
  known: { name: string; port: number; from: string } | undefined;
  onClose: () => void;
};

/** Renders the dialog; it is mounted only while it is open. */
export function MailAccountDialog({ known, onClose }: MailAccountDialogProps) {
  const { kennel, kennelId } = useKennel();
  const connect = useAction(api.integrations.connecting.connectMail);
  const [failure, setFailure] = useState<string | null>(null);
  const form: MailForm = useForm<MailAccountInput, unknown, MailAccount>({
    resolver: zodResolver(mailAccountSchema),
    defaultValues: {
      host: known?.name ?? "",
      port: String(known?.port ?? 587),
      user: "",
      password: "",
      from: known?.from ?? kennel.email ?? "",
    },
    reValidateMode: "onSubmit",
  });
  const { isSubmitting } = form.formState;
  const store = async (values: MailAccount): Promise<void> => {
    setFailure(null);
    try {
      await connect({ kennelId, credentials: values });
      toast.success("Mail server connected");
      onClose();
    } catch (error) {
      const fields = Object.entries(getErrorData(error)?.details.fields ?? {});
      const refused = fields.flatMap(([path, message]) => {
        const name = path.replace(SENT_UNDER, "");
        return isField(name) ? [{ name, message }] : [];
      });
      for (const { name, message } of refused) form.setError(name, { message }, { shouldFocus: true });
      if (refused.length === 0) setFailure(failureText("Failed to connect the mail server", error));
    }
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isSubmitting ? undefined : onClose())}>
      <DialogContent>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void form.handleSubmit(store)();
          }}
        >
          <DialogHeader>
            <DialogTitle>{known ? "Change the Mail Server" : "Connect a Mail Server"}</DialogTitle>
            <DialogDescription>
              The reminders and digests of {kennel.name} then come from your own address. Studbook signs in
              before it keeps anything; the password is stored encrypted and never shown again.
            </DialogDescription>
          </DialogHeader>
          <DialogBody className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <TextField form={form} name="host" label="Server" placeholder="smtp.example.com" />
            <TextField
              form={form}
              name="port"
              label="Port"
              inputMode="numeric"
              helper="587, or 465 where your provider says so"
            />
            <TextField form={form} name="user" label="User name" helper="Mostly your whole address" />
            <TextField
              form={form}
              name="password"
              label="Password"
              type="password"
              helper="Some providers give out an app password"
            />
            <div className="sm:col-span-2">
              <TextField
                form={form}
                name="from"
                label="Sender"
                type="email"
                placeholder="kennel@example.com"
              />
            </div>
            {failure ? (
              <Alert variant="error" className="sm:col-span-2">
                {failure}
              </Alert>
            ) : null}
          </DialogBody>
          <DialogFooter>
            <Button type="button" variant="outline" disabled={isSubmitting} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSubmitting}>
              {isSubmitting ? "Signing in..." : "Connect"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Connecting the kennel's own mail server: signed in to before it is kept. */
import { useAction } from "convex/react";
import { RecordTextField } from "@/components/record-form/record-fields";
import { ServiceDialog } from "@/features/settings/integrations/service-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { mailAccountSchema, type MailAccountInput } from "@domain/schemas/connection";
import { api } from "@convex/_generated/api";

type MailAccountDialogProps = {
  /** What is connected so far; its user name and password are typed again. */
  known: { name: string; port: number; from: string } | undefined;
  onClose: () => void;
};

/** A name, an address or a password: nothing that is corrected or begins with a capital. */
const AS_TYPED = { required: true, spellCheck: false, autoCapitalize: "none" } as const;

/** Renders the dialog; it is mounted only while it is open. */
export function MailAccountDialog({ known, onClose }: MailAccountDialogProps) {
  const { kennel, kennelId } = useKennel();
  const connect = useAction(api.connections.actions.connecting.connectMail);
  return (
    <ServiceDialog
      title={known ? "Change the Mail Server" : "Connect a Mail Server"}
      description={
        `The reminders and digests of ${kennel.name} then come from your own address. Studbook signs in before it ` +
        "saves anything; the password is stored encrypted and never shown again."
      }
      schema={mailAccountSchema}
      typed={{
        host: known?.name ?? "",
        port: String(known?.port ?? 587),
        user: "",
        password: "",
        from: known?.from ?? kennel.email ?? "",
      }}
      send={async (credentials) => await connect({ kennelId, credentials })}
      action={{
        label: "Connect",
        busyLabel: "Signing in...",
        doneText: "Mail server connected",
        failedText: "Failed to connect the mail server",
      }}
      onClose={onClose}
    >
      <RecordTextField<MailAccountInput>
        {...AS_TYPED}
        name="host"
        label="Server"
        placeholder="smtp.example.com"
      />
      <RecordTextField<MailAccountInput>
        {...AS_TYPED}
        name="port"
        label="Port"
        inputMode="numeric"
        helper="587, or 465 if your provider says so"
      />
      <RecordTextField<MailAccountInput>
        {...AS_TYPED}
        name="user"
        label="User name"
        helper="Usually your full address"
      />
      <RecordTextField<MailAccountInput>
        {...AS_TYPED}
        name="password"
        label="Password"
        type="password"
        // The password of a mail server is nobody's password for Studbook.
        autoComplete="new-password"
        helper="Some providers require an app password"
      />
      <RecordTextField<MailAccountInput>
        {...AS_TYPED}
        name="from"
        label="Sender"
        type="email"
        placeholder="kennel@example.com"
        className="sm:col-span-2"
      />
    </ServiceDialog>
  );
}

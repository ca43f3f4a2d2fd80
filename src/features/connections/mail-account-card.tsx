/** The kennel's own mail server: connecting, testing, pausing and disconnecting. */
import { useState } from "react";
import { useAction } from "convex/react";
import { Mail } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ConnectionControls } from "@/features/connections/connection-controls";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { mailAccountSchema } from "@domain/connections/schemas";

/** Users who may not change settings see only the state. */
export function MailAccountCard() {
  const { kennelId, kennel, can } = useKennel();
  const connections = useLiveQuery(api.connections.connections.list, { kennelId });
  const [isConnecting, setConnecting] = useState(false);
  const mail = connections.data?.find((connection) => connection.type === "mail");
  return (
    <Card id="mail">
      <CardHeader>
        <CardTitle>Mail</CardTitle>
        <CardDescription>
          Send the reminders and digests of {kennel.name} from your own mail server and address.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <Loaded query={connections} failureText="Failed to load settings" retryLabel="Retry" height="h-16">
          {() =>
            mail ? (
              <ConnectionControls
                connection={mail}
                label={`${mail.name}, port ${mail.port}`}
                text={`Messages come from ${mail.from}${mail.isEnabled ? "" : " once this is on"}`}
                noun="mail server"
                works="The mail server accepted the sign-in"
                parting="Its password is deleted here. Messages then come from Studbook's own address, if there is one."
                onChange={() => setConnecting(true)}
              />
            ) : can("settings", "write") ? (
              <Button variant="outline" onClick={() => setConnecting(true)}>
                <Mail aria-hidden />
                Connect Mail Server
              </Button>
            ) : (
              <p className="text-sm text-muted-foreground">No mail server is connected.</p>
            )
          }
        </Loaded>
      </CardContent>
      {isConnecting ? <MailAccountDialog known={mail} onClose={() => setConnecting(false)} /> : null}
    </Card>
  );
}

type MailAccountDialogProps = {
  /** Has no user name and password, which the user must enter again. */
  known: { name: string; port: number; from: string } | undefined;
  onClose: () => void;
};

/** The browser does not correct or capitalize the text. */
const AS_TYPED = { required: true, spellCheck: false, autoCapitalize: "none" } as const;

/** Studbook signs in to the server before the settings are saved. */
function MailAccountDialog({ known, onClose }: MailAccountDialogProps) {
  const { kennel, kennelId } = useKennel();
  const connect = useAction(api.connections.actions.connecting.connectMail);
  return (
    <TypedDialog
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
      saveLabel="Connect"
      busyLabel="Signing in..."
      doneText="Mail server connected"
      failedText="Failed to connect the mail server"
      onClose={onClose}
    >
      <RecordField {...AS_TYPED} name="host" label="Server" placeholder="smtp.example.com" />
      <RecordField
        {...AS_TYPED}
        name="port"
        label="Port"
        inputMode="numeric"
        helper="587, or 465 if your provider says so"
      />
      <RecordField {...AS_TYPED} name="user" label="User name" helper="Usually your full address" />
      <RecordField
        {...AS_TYPED}
        name="password"
        label="Password"
        type="password"
        // The password of a mail server is not a password of Studbook.
        autoComplete="new-password"
        helper="Some providers require an app password"
      />
      <RecordField
        {...AS_TYPED}
        name="from"
        label="Sender"
        type="email"
        placeholder="kennel@example.com"
        className="sm:col-span-2"
      />
    </TypedDialog>
  );
}

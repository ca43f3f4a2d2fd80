/** The kennel's own mail server: connected or not, tested, switched off for a while and disconnected. */
import { useState } from "react";
import { Mail } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ConnectionControls } from "@/features/settings/integrations/connection-controls";
import { MailAccountDialog } from "@/features/settings/integrations/mail-account-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the card; who may not change settings sees how it stands. */
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

/** The devices with a session, buttons to end sessions, and the timeout for unused sessions. */
import { MonitorSmartphone } from "lucide-react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useWork } from "@/features/accounts/card-parts";
import {
  useAccountSecurity,
  type AccountDevice,
  type SecurityState,
} from "@/identity/security/security-context";
import { deviceLabel } from "@domain/text/device-label";
import { formatMoment } from "@domain/formatting/formatting";

const TIMEOUTS = [
  [15, "15 minutes"],
  [60, "1 hour"],
  [480, "8 hours"],
  [1440, "1 day"],
  [10_080, "7 days"],
] as const;
const NEVER = "never";

export function SessionsCard({ state }: { state: SecurityState }) {
  const { endSession, endOtherSessions, setSessionTimeout } = useAccountSecurity();
  const { run, isBusy, failure } = useWork();
  const { devices, sessionTimeoutMinutes } = state;
  const end = async (work: typeof endOtherSessions, done: string) => {
    if (await run(work)) toast.success(done);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where you are signed in</CardTitle>
        <CardDescription>
          A device that you sign out here has to sign in again, and a page that is open there closes.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <ul aria-label="Devices" className="flex flex-col divide-y">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isBusy={isBusy}
              onEnd={() => void end(() => endSession(device.id), "The device was signed out")}
            />
          ))}
        </ul>
        {failure ? <Alert variant="error">{failure}</Alert> : null}
        {devices.length > 1 ? (
          <div>
            <Button
              variant="outline"
              disabled={isBusy}
              onClick={() => void end(endOtherSessions, "All other devices were signed out")}
            >
              Sign Out All Others
            </Button>
          </div>
        ) : null}
        {setSessionTimeout && sessionTimeoutMinutes !== undefined ? (
          <FormField
            label="Sign out unused devices after"
            helper="Opening Studbook or working in it counts as use"
            className="max-w-xs border-t pt-4"
          >
            {(control) => (
              <Select
                value={sessionTimeoutMinutes === null ? NEVER : String(sessionTimeoutMinutes)}
                disabled={isBusy}
                onValueChange={(value) =>
                  void run(() => setSessionTimeout(value === NEVER ? null : Number(value)))
                }
              >
                <SelectTrigger {...control}>
                  <SelectValue />
                </SelectTrigger>
                <SelectContent>
                  {TIMEOUTS.map(([minutes, label]) => (
                    <SelectItem key={minutes} value={String(minutes)}>
                      {label}
                    </SelectItem>
                  ))}
                  {otherTimeout(sessionTimeoutMinutes)}
                  <SelectItem value={NEVER}>30 days</SelectItem>
                </SelectContent>
              </Select>
            )}
          </FormField>
        ) : null}
      </CardContent>
    </Card>
  );
}

/** The choices include a timeout that was set by the API. */
function otherTimeout(minutes: number | null) {
  if (minutes === null || TIMEOUTS.some(([known]) => known === minutes)) return null;
  return <SelectItem value={String(minutes)}>{minutes} minutes</SelectItem>;
}

type DeviceRowProps = { device: AccountDevice; isBusy: boolean; onEnd: () => void };

function DeviceRow({ device: { device, place, lastUsedAt, isCurrent }, isBusy, onEnd }: DeviceRowProps) {
  const name = device === null ? "Unknown device" : deviceLabel(device);
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isCurrent ? <Badge variant="success">This device</Badge> : null}
        </p>
        <p className="text-sm break-words text-muted-foreground">
          {place ? `${place} · ` : ""}Last used {formatMoment(lastUsedAt)}
        </p>
      </div>
      {isCurrent ? null : (
        <Button variant="ghost" size="sm" disabled={isBusy} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  );
}

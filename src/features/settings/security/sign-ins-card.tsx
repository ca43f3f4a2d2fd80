/** The sign-in history: the latest attempts to get into the account, and how each ended. */
import { useState } from "react";
import { EmptyState } from "@/components/empty-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { writeMoment } from "@/features/settings/security/moments";
import type { SignInEntry } from "@/identity/security/security-context";
import { deviceLabel } from "@domain/text/device-label";
import { KeyRound } from "lucide-react";

const FIRST_SHOWN = 8;

const outcomes = {
  signed_in: { label: "Signed in", variant: "success" },
  signed_up: { label: "Account created", variant: "success" },
  code_needed: { label: "Password correct, code requested", variant: "neutral" },
  wrong_password: { label: "Wrong password", variant: "warning" },
  wrong_code: { label: "Wrong code", variant: "warning" },
  blocked: { label: "Blocked after wrong codes", variant: "error" },
} as const satisfies Record<SignInEntry["outcome"], { label: string; variant: string }>;

/** Renders the card. */
export function SignInsCard({ signIns }: { signIns: readonly SignInEntry[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? signIns : signIns.slice(0, FIRST_SHOWN);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sign-in history</CardTitle>
        <CardDescription>
          The latest attempts to sign in to your account, of the last 90 days. If one of them was not you,
          change your password.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {shown.length === 0 ? (
          <EmptyState
            icon={<KeyRound aria-hidden className="size-9 text-brass" />}
            title="Nothing yet"
            text="The next time you sign in, it appears here"
          />
        ) : (
          <ul aria-label="Sign-ins" className="flex flex-col divide-y">
            {shown.map(({ at, device, place, outcome }) => (
              <li
                key={`${at} ${outcome}`}
                className="flex items-start justify-between gap-3 py-2.5 first:pt-0"
              >
                <div className="min-w-0">
                  <p>{writeMoment(at)}</p>
                  <p className="text-sm break-words text-muted-foreground">
                    {[device === null ? null : deviceLabel(device), place].filter(Boolean).join(" · ")}
                  </p>
                </div>
                <Badge variant={outcomes[outcome].variant}>{outcomes[outcome].label}</Badge>
              </li>
            ))}
          </ul>
        )}
        {signIns.length > shown.length ? (
          <Button variant="outline" className="mt-3" onClick={() => setWhole(true)}>
            Show More
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}

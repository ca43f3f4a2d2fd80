/** The API keys of the breeder in this kennel: what each may do, when it was used, and ending it. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { KeySquare } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { areaLabels, levelLabels } from "@domain/permissions/labels";
import { ApiKeyDialog } from "@/features/settings/security/api-key-dialog";
import { writeDay, writeMoment } from "@/features/settings/security/moments";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { AREAS } from "@domain/constants/roles";
import { api } from "@convex/_generated/api";

type ApiKey = FunctionReturnType<typeof api.accounts.apiKeys.list>["keys"][number];

/** Renders the card. */
export function ApiKeysCard() {
  const { kennel, kennelId } = useKennel();
  const keys = useLiveQuery(api.accounts.apiKeys.list, { kennelId });
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  return (
    <Card id="api-keys">
      <CardHeader>
        <CardTitle>API keys</CardTitle>
        <CardDescription>
          For your website or a program of your own that reads or writes {kennel.name} by the{" "}
          <a
            href={apiUrl("/docs")}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-primary underline underline-offset-4"
          >
            Studbook API
          </a>
          . A key never has more permissions than you have.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <Loaded query={keys} failureText="Failed to load API keys. Please try again." height="h-24">
          {(data) =>
            !data.isAvailable ? (
              <Alert variant="info">
                This server does not accept API keys yet: whoever runs it must set STUDBOOK_TOKEN_KEY.
              </Alert>
            ) : (
              <>
                {data.keys.length === 0 ? (
                  <EmptyState
                    icon={<KeySquare aria-hidden className="size-9 text-brass" />}
                    title="No API keys"
                    text="Create one for each program, so that you can revoke each on its own"
                  />
                ) : (
                  <ul aria-label="API keys" className="flex flex-col divide-y">
                    {data.keys.map((key) => (
                      <KeyRow key={key._id} apiKey={key} onEnd={() => setEnding(key)} />
                    ))}
                  </ul>
                )}
                <div>
                  <Button variant="outline" onClick={() => setMaking(true)}>
                    New API Key
                  </Button>
                </div>
              </>
            )
          }
        </Loaded>
      </CardContent>
      {isMaking ? <ApiKeyDialog onClose={() => setMaking(false)} /> : null}
      {ending ? <EndKey apiKey={ending} onClose={() => setEnding(null)} /> : null}
    </Card>
  );
}

const areasText = ({ areas }: ApiKey): string =>
  AREAS.flatMap((area) => {
    const level = areas[area];
    return level === undefined || level === "none" ? [] : [`${areaLabels[area]}: ${levelLabels[level]}`];
  }).join(", ");

function KeyRow({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const { name, hint, createdAt, expiresAt, lastUsedAt } = apiKey;
  const now = useNow();
  const hasExpired = expiresAt !== null && expiresAt <= now;
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          {hasExpired ? <Badge variant="warning">Expired</Badge> : null}
        </p>
        <p className="text-sm break-words text-muted-foreground">
          <span className="font-mono">sbk_…{hint}</span> · created {writeDay(createdAt)} ·{" "}
          {expiresAt === null
            ? "never expires"
            : `${hasExpired ? "expired" : "expires"} ${writeDay(expiresAt)}`}
        </p>
        <p className="text-sm break-words text-muted-foreground">{areasText(apiKey)}</p>
        <p className="text-sm text-muted-foreground">
          {lastUsedAt === null ? "Never used" : `Last used ${writeMoment(lastUsedAt)}`}
        </p>
      </div>
      <Button variant="ghost" size="sm" aria-label={`Revoke ${name}`} onClick={onEnd}>
        Revoke
      </Button>
    </li>
  );
}

function EndKey({ apiKey: { _id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { kennelId } = useKennel();
  const revoke = useMutation(api.accounts.apiKeys.revoke);
  const act = async () => {
    await revoke({ kennelId, apiKeyId: _id });
    toast.success(`${name} was revoked`);
    onClose();
  };
  return (
    <ActionQuestion
      title={`Revoke ${name}?`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      act={act}
      failureOf={(error) => failureText("Failed to revoke the key", error)}
      onCancel={onClose}
    >
      <p>Programs that use this key are refused from now on. This cannot be undone.</p>
    </ActionQuestion>
  );
}

/** The user's API keys in this kennel: their rights, their last use, and revoking them. */
import { useId, useState } from "react";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Copy, KeySquare } from "lucide-react";
import { toast } from "sonner";
import { Choice, ChoiceField } from "@/components/choice-field";
import { ActionQuestion } from "@/components/action-question";
import { DialogForm } from "@/components/dialog-form";
import { EmptyState } from "@/components/empty-state";
import { FormDialog } from "@/components/form-dialog";
import { Loaded } from "@/components/loaded";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { OwnPasswordField, writeDay } from "@/features/accounts/card-parts";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { always, useSaving } from "@/hooks/use-saving";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { ApiKeyDays } from "@domain/accounts/api-keys";
import { AREAS, type Area, LEVELS, type Level, type PermissionOverrides } from "@domain/permissions/rules";
import { areaLabels, levelLabels } from "@domain/permissions/words";
import { includesLevel } from "@domain/permissions/permissions";
import { newApiKeySchema } from "@domain/accounts/schemas";
import { fieldErrorsOf } from "@domain/records/parse";
import { formatMoment } from "@domain/formatting/formatting";

type ApiKey = FunctionReturnType<typeof api.accounts.apiKeys.list>["keys"][number];

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
          {lastUsedAt === null ? "Never used" : `Last used ${formatMoment(lastUsedAt)}`}
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

const LIFETIMES = [
  { value: "30", label: "30 days", days: 30 },
  { value: "90", label: "90 days", days: 90 },
  { value: "365", label: "1 year", days: 365 },
  { value: "never", label: "Until revoked", days: null },
] as const satisfies readonly { value: string; label: string; days: ApiKeyDays }[];

/** The key is shown once. */
function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ key: string; name: string } | null>(null);
  return (
    <FormDialog
      title={made ? made.name : "New API Key"}
      description={made ? "Copy the key now. It is not shown again." : "A program sends it with each call."}
      onClose={onClose}
    >
      {made ? <NewKey apiKey={made.key} onClose={onClose} /> : <KeyForm onMade={setMade} onClose={onClose} />}
    </FormDialog>
  );
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(apiKey);
      toast.success("API key copied");
    } catch {
      toast.error("Your browser does not let Studbook copy. Select the key and copy it yourself.");
    }
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <div
          role="group"
          aria-label="API key"
          className="rounded-md border bg-secondary p-3 font-mono break-all select-all"
        >
          {apiKey}
        </div>
        <div>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
        <Alert variant="info">
          Send it as <span className="font-mono">Authorization: Bearer sbk_…</span> and keep it like a
          password.
        </Alert>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  );
}

/** Also returns the server's messages for their fields. */
function useMaking(onMade: (made: { key: string; name: string }) => void) {
  const { kennelId } = useKennel();
  const create = useAction(api.accounts.apiKeys.create);
  const { errors, failure, isSaving, check, save } = useSaving();
  const make = async (
    typed: { name: string; areas: PermissionOverrides; days: ApiKeyDays },
    password: string,
  ) => {
    const parsed = newApiKeySchema.safeParse(typed);
    check(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    await save(
      async () => onMade(await create({ kennelId, ...parsed.data, password })),
      always("Failed to create the key"),
    );
  };
  return { make, errors, failure, isSaving };
}

type KeyFormProps = { onMade: (made: { key: string; name: string }) => void; onClose: () => void };

function KeyForm({ onMade, onClose }: KeyFormProps) {
  const { kennel } = useKennel();
  const { make, errors, failure, isSaving } = useMaking(onMade);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [areas, setAreas] = useState<PermissionOverrides>({});
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>(LIFETIMES[2]);
  const setLevel = (area: Area, level: Level) => {
    const { [area]: _replaced, ...others } = areas;
    setAreas(level === "none" ? others : { ...others, [area]: level });
  };
  return (
    <DialogForm
      isSaving={isSaving}
      failure={failure}
      saveLabel="Create Key"
      busyLabel="Creating..."
      onSave={() => make({ name, areas, days: lifetime.days }, password)}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        required
        error={errors.name}
        helper="What uses it, such as “Our website”"
        autoComplete="off"
        value={name}
        onText={setName}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-semibold">What it may do</legend>
        {AREAS.filter((area) => kennel.permissions[area] !== "none").map((area) => (
          <AreaRow
            key={area}
            area={area}
            level={areas[area] ?? "none"}
            most={kennel.permissions[area]}
            onChange={(level) => setLevel(area, level)}
          />
        ))}
        {errors.areas ? (
          <p role="alert" className="text-sm text-destructive">
            {errors.areas}
          </p>
        ) : null}
      </fieldset>
      <ChoiceField
        label="Expires"
        error={errors.days}
        value={lifetime.value}
        choices={LIFETIMES.map(({ value, label }) => [value, label] as const)}
        onValue={(value) => setLifetime(LIFETIMES.find((candidate) => candidate.value === value) ?? lifetime)}
      />
      <OwnPasswordField value={password} onChange={setPassword} error={errors.password} />
    </DialogForm>
  );
}

type AreaRowProps = { area: Area; level: Level; most: Level; onChange: (level: Level) => void };

function AreaRow({ area, level, most, onChange }: AreaRowProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
      <Label htmlFor={id} className="font-normal">
        {areaLabels[area]}
      </Label>
      <Choice
        id={id}
        className="h-9 text-sm"
        value={level}
        choices={LEVELS.filter((each) => includesLevel(most, each)).map(
          (each) => [each, levelLabels[each]] as const,
        )}
        onValue={onChange}
      />
    </div>
  );
}

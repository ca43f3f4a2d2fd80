/** Makes an API key: its name, what it may do, and for how long; then shows it, this once. */
import { useId, useState } from "react";
import { useAction } from "convex/react";
import { Copy } from "lucide-react";
import { toast } from "sonner";
import { DialogForm } from "@/components/dialog-form";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { areaLabels, levelLabels } from "@domain/permissions/labels";
import { OwnPasswordField } from "@/features/settings/security/own-password-field";
import { useKennel } from "@/hooks/use-kennel";
import { always, useSaving } from "@/hooks/use-saving";
import type { ApiKeyDays } from "@domain/accounts/api-keys";
import { AREAS, LEVELS, type Area, type Level, type PermissionOverrides } from "@domain/constants/roles";
import { includesLevel } from "@domain/permissions/permissions";
import { newApiKeySchema } from "@domain/schemas/api-key";
import { fieldErrorsOf } from "@domain/schemas/parse";
import { api } from "@convex/_generated/api";

const LIFETIMES = [
  { value: "30", label: "30 days", days: 30 },
  { value: "90", label: "90 days", days: 90 },
  { value: "365", label: "1 year", days: 365 },
  { value: "never", label: "Until revoked", days: null },
] as const satisfies readonly { value: string; label: string; days: ApiKeyDays }[];

/** Renders the open dialog. */
export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
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

/** Makes the key and puts the server's messages at their fields. */
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
      <FormField label="Expires" error={errors.days}>
        {(control) => (
          <Select
            value={lifetime.value}
            onValueChange={(value) => {
              const chosen = LIFETIMES.find((candidate) => candidate.value === value);
              if (chosen) setLifetime(chosen);
            }}
          >
            <SelectTrigger {...control}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {LIFETIMES.map(({ value, label }) => (
                <SelectItem key={value} value={value}>
                  {label}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </FormField>
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
      <Select
        value={level}
        onValueChange={(value) => {
          const chosen = LEVELS.find((candidate) => candidate === value);
          if (chosen) onChange(chosen);
        }}
      >
        <SelectTrigger id={id} className="h-9 text-sm">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {LEVELS.filter((candidate) => includesLevel(most, candidate)).map((candidate) => (
            <SelectItem key={candidate} value={candidate}>
              {levelLabels[candidate]}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
}

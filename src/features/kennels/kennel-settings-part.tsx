/** The kennel's business numbers, branding and inbreeding limit, and their reset. */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { FileText } from "lucide-react";
import { Controller, useFormContext } from "react-hook-form";
import { toast } from "sonner";
import { EmptyValue } from "@/components/conflict-dialog";
import { LoadError } from "@/components/load-error";
import { RecordField, type Control } from "@/components/record-form/record-field";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { ResetCard } from "@/components/settings/reset-card";
import { SettingsFormCard, useSettingsForm } from "@/components/settings/settings-form";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { isNotFound } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { isHexColor } from "@domain/colors/contrast";
import { DEFAULT_MATING, MAX_FOOTER_LENGTH } from "@domain/kennels/rules";
import {
  type BrandingInput,
  type Business,
  type BusinessInput,
  type Mating,
  type MatingInput,
  brandingFormSchema,
  businessSchema,
  matingFormSchema,
} from "@domain/kennels/schemas";

export function KennelSettingsPart() {
  const { kennelId } = useKennel();
  const settings = useLiveQuery(api.kennels.kennelSettings.get, { kennelId });
  if (settings.status === "error") {
    return <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={settings.retry} />;
  }
  if (settings.status === "loading") return <Skeleton className="h-96" />;
  return (
    <>
      <BusinessCard stored={settings.data} />
      <BrandingCard stored={settings.data} />
      <MatingCard stored={settings.data} />
    </>
  );
}

export function KennelResetCard() {
  const { kennelId, kennel, can } = useKennel();
  const reset = useMutation(api.kennels.kennelSettings.reset);
  const [failure, setFailure] = useState<string | null>(null);
  if (!can("settings", "write")) return null;
  const run = async (): Promise<boolean> => {
    setFailure(null);
    try {
      await reset({ kennelId });
      toast.success("Kennel settings updated");
      return true;
    } catch (error) {
      setFailure(kennelSettingsFailure(error));
      return false;
    }
  };
  return (
    <ResetCard
      title="Reset kennel settings"
      text={`Tax ID, business license, branding, what families see and the inbreeding limit of ${kennel.name} go back to their defaults. Name and address, logo, contract templates, dogs and records stay.`}
      failure={failure}
      onReset={run}
    />
  );
}

const businessLabels = {
  taxId: "Tax ID",
  businessLicense: "Business license",
} as const satisfies Record<keyof BusinessInput, string>;

const storedBusiness = ({ business, updatedAt }: KennelSettings) => ({
  values: { taxId: business.taxId ?? "", businessLicense: business.businessLicense ?? "" },
  version: updatedAt,
});

/**
 * The numbers are on no other screen. Members who may not change the kennel only see them. Sources: SET-06, SET-07,
 * SET-14.
 */
function BusinessCard({ stored: settings }: { stored: KennelSettings }) {
  const { kennelId, can } = useKennel();
  const isReadOnly = !can("settings", "write");
  const update = useMutation(api.kennels.kennelSettings.update);
  const stored = useMemo(() => storedBusiness(settings), [settings]);
  const [since] = useState(stored.version);
  const form = useSettingsForm<BusinessInput, Business>({
    stored,
    labels: businessLabels,
    draftKey: `kennel-business.${kennelId}`,
    edits: useKennelSettingsEdits(since),
    resolver: zodResolver(businessSchema),
    toField: fieldOf,
    show: (_field, value) => (typeof value === "string" && value !== "" ? value : <EmptyValue />),
    save: async (values, touched, expectedUpdatedAt) => {
      const business = Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
      return storedBusiness(await update({ kennelId, expectedUpdatedAt, business }));
    },
    savedText: "Kennel settings updated",
    failedText: kennelSettingsFailure,
  });
  return (
    <SettingsFormCard
      title="Business"
      description="What authorities and buyers ask for. Only the people of this kennel see it."
      settings={form}
      isReadOnly={isReadOnly}
      saveLabel="Save Business"
      conflictTitle="Two Versions of the Kennel Settings"
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <RecordField name="taxId" label={businessLabels.taxId} readOnly={isReadOnly} />
        <RecordField name="businessLicense" label={businessLabels.businessLicense} readOnly={isReadOnly} />
      </div>
    </SettingsFormCard>
  );
}

const brandingLabels = {
  primaryColor: "Primary color",
  accentColor: "Accent color",
  footerText: "Footer text",
  showLogo: "Show the logo",
} as const satisfies Record<keyof BrandingInput, string>;

const storedBranding = ({ branding, updatedAt }: KennelSettings) => ({
  values: { ...branding, footerText: branding.footerText ?? "" },
  version: updatedAt,
});

/** The user picks the color or types it in CSS notation. */
const colorControl =
  (label: string): Control =>
  ({ described, value, onValue, onBlur, inputRef, readOnly }) => (
    <span className="flex gap-2">
      <input
        type="color"
        aria-label={`${label}, picked`}
        disabled={readOnly}
        value={isHexColor(value) ? value : "#000000"}
        onChange={(event) => onValue(event.target.value)}
        className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-input bg-card p-1 disabled:cursor-default pointer-coarse:min-h-11"
      />
      <Input
        {...described}
        {...{ value, onBlur, readOnly, ref: inputRef }}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        onChange={(event) => onValue(event.target.value)}
      />
    </span>
  );

const PrimaryColorControl = colorControl(brandingLabels.primaryColor);
const AccentColorControl = colorControl(brandingLabels.accentColor);

function LogoSwitch({ isReadOnly }: { isReadOnly: boolean }) {
  const { control } = useFormContext<BrandingInput>();
  return (
    <Controller
      control={control}
      name="showLogo"
      render={({ field: { value, onChange } }) => (
        <FormField
          label={brandingLabels.showLogo}
          helper="On certificates, contracts, puppy records and health histories"
        >
          {(attributes) => (
            <Switch id={attributes.id} checked={value} disabled={isReadOnly} onCheckedChange={onChange} />
          )}
        </FormField>
      )}
    />
  );
}

function BrandingFields({ isReadOnly: readOnly }: { isReadOnly: boolean }) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <RecordField
        name="primaryColor"
        label={brandingLabels.primaryColor}
        helper="For titles and highlights"
        control={PrimaryColorControl}
        {...{ readOnly }}
      />
      <RecordField
        name="accentColor"
        label={brandingLabels.accentColor}
        helper="For frames and lines"
        control={AccentColorControl}
        {...{ readOnly }}
      />
      <RecordField
        name="footerText"
        label={brandingLabels.footerText}
        helper="At the foot of every page, for example a club that you belong to"
        maxLength={MAX_FOOTER_LENGTH}
        {...{ readOnly }}
      />
      <LogoSwitch isReadOnly={readOnly} />
    </div>
  );
}

/** The sample page has the form's branding, saved or not. */
function PreviewButton() {
  const { kennelId } = useKennel();
  const today = useToday();
  const make = useAction(api.kennels.actions.brandingPreview.make);
  const { getValues, trigger } = useFormContext<BrandingInput>();
  const [isMaking, setMaking] = useState(false);
  const open = async () => {
    if (!(await trigger())) return;
    // The browser tab is opened immediately, because a browser allows a new tab only in direct response to a press.
    const tab = window.open("", "_blank");
    setMaking(true);
    try {
      const { content, fileName } = await make({ kennelId, today, ...getValues() });
      const address = URL.createObjectURL(new File([content], fileName, { type: "application/pdf" }));
      if (tab) tab.location.href = address;
      else window.location.assign(address);
    } catch (error) {
      tab?.close();
      toast.error(failureText("Failed to print the preview", error));
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button type="button" variant="outline" disabled={isMaking} onClick={() => void open()}>
      <FileText aria-hidden />
      {isMaking ? "Printing..." : "Preview"}
    </Button>
  );
}

/** Members who may not change the kennel only see the branding. Source: decision GAP-SET-14. */
function BrandingCard({ stored: settings }: { stored: KennelSettings }) {
  const { kennelId, can } = useKennel();
  const isReadOnly = !can("settings", "write");
  const update = useMutation(api.kennels.kennelSettings.update);
  const stored = useMemo(() => storedBranding(settings), [settings]);
  const [since] = useState(stored.version);
  const form = useSettingsForm<BrandingInput, BrandingInput>({
    stored,
    labels: brandingLabels,
    draftKey: `kennel-branding.${kennelId}`,
    edits: useKennelSettingsEdits(since),
    resolver: zodResolver(brandingFormSchema),
    toField: fieldOf,
    show: (_field, value) => {
      if (typeof value === "boolean") return value ? "Yes" : "No";
      return typeof value === "string" && value !== "" ? value : <EmptyValue />;
    },
    save: async (values, touched, expectedUpdatedAt) => {
      const branding = Object.fromEntries(touched.map((name) => [name, values[name]]));
      return storedBranding(await update({ kennelId, expectedUpdatedAt, branding }));
    },
    savedText: "Kennel settings updated",
    failedText: kennelSettingsFailure,
  });
  return (
    <SettingsFormCard
      title="Branding"
      description="How certificates, contracts, puppy records and health histories of your kennel look."
      settings={form}
      isReadOnly={isReadOnly}
      saveLabel="Save Branding"
      actions={<PreviewButton />}
      conflictTitle="Two Versions of the Kennel Settings"
    >
      <BrandingFields isReadOnly={isReadOnly} />
    </SettingsFormCard>
  );
}

const matingLabels = {
  inbreedingLimitPercent: "Inbreeding limit (%)",
} as const satisfies Record<keyof MatingInput, string>;

const storedMating = ({ mating, updatedAt }: KennelSettings) => ({
  values: { inbreedingLimitPercent: String(mating.inbreedingLimitPercent) },
  version: updatedAt,
});

/** Mates and planned litters are compared with the kennel's inbreeding limit. */
function MatingCard({ stored: settings }: { stored: KennelSettings }) {
  const { kennelId, can } = useKennel();
  const isReadOnly = !can("settings", "write");
  const update = useMutation(api.kennels.kennelSettings.update);
  const stored = useMemo(() => storedMating(settings), [settings]);
  const [since] = useState(stored.version);
  const form = useSettingsForm<MatingInput, Mating>({
    stored,
    labels: matingLabels,
    draftKey: `kennel-mating.${kennelId}`,
    edits: useKennelSettingsEdits(since),
    resolver: zodResolver(matingFormSchema),
    toField: fieldOf,
    show: (_field, value) => `${String(value)}%`,
    save: async (mating, _touched, expectedUpdatedAt) =>
      storedMating(await update({ kennelId, expectedUpdatedAt, mating })),
    savedText: "Kennel settings updated",
    failedText: kennelSettingsFailure,
  });
  return (
    <SettingsFormCard
      title="Mating"
      description="Mates whose puppies would be more inbred are listed after the others, and a planned litter says that it is over the limit. Nothing is forbidden."
      settings={form}
      isReadOnly={isReadOnly}
      saveLabel="Save Mating"
      conflictTitle="Two Versions of the Kennel Settings"
    >
      <RecordField
        name="inbreedingLimitPercent"
        label={matingLabels.inbreedingLimitPercent}
        helper={`The puppies of first cousins have 6.25%. Empty means ${DEFAULT_MATING.inbreedingLimitPercent}%.`}
        inputMode="decimal"
        readOnly={isReadOnly}
      />
    </SettingsFormCard>
  );
}

type KennelSettings = FunctionReturnType<typeof api.kennels.kennelSettings.get>;

const NO_EDITS: readonly Edit[] = [];

function useKennelSettingsEdits(since: number): readonly Edit[] {
  const { kennelId } = useKennel();
  return useLiveQuery(api.kennels.kennelSettings.editsSince, { kennelId, since }).data ?? NO_EDITS;
}

const KENNEL_MISSING = "Kennel not found. Please try refreshing the page.";

/** Also covers a deleted kennel. Sources: SET-07, SET-14. */
const kennelSettingsFailure = (error: unknown): string =>
  isNotFound(error) ? KENNEL_MISSING : failureText("Failed to update kennel settings", error);

/** The server's name has a path, such as 'branding.footerText'. */
const fieldOf = (serverName: string): string => serverName.split(".").at(-1) ?? serverName;

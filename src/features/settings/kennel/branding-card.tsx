/**
 * How the kennel's printed papers look: two colours, a footer and the logo, with a page of a pedigree to look at before
 * it is saved. Source: decision GAP-SET-14.
 */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useAction, useMutation } from "convex/react";
import { FileText } from "lucide-react";
import { Controller, useFormContext } from "react-hook-form";
import { toast } from "sonner";
import { EmptyValue } from "@/components/conflict-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { fieldOf, kennelSettingsFailure } from "@/features/settings/kennel/kennel-settings-failure";
import { useKennelSettingsEdits, type KennelSettings } from "@/features/settings/kennel/use-kennel-settings";
import { SettingsFormCard } from "@/features/settings/settings-form-card";
import { useSettingsForm } from "@/features/settings/use-settings-form";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { isHexColor } from "@domain/colors/contrast";
import { MAX_FOOTER_LENGTH } from "@domain/constants/branding";
import { brandingFormSchema, type BrandingInput } from "@domain/schemas/kennel-settings";
import { api } from "@convex/_generated/api";

const labels = {
  primaryColor: "Primary color",
  accentColor: "Accent color",
  footerText: "Footer text",
  showLogo: "Show the logo",
} as const satisfies Record<keyof BrandingInput, string>;

const storedOf = ({ branding, updatedAt }: KennelSettings) => ({
  values: { ...branding, footerText: branding.footerText ?? "" },
  version: updatedAt,
});

type ColorFieldProps = { name: "primaryColor" | "accentColor"; helper: string; isReadOnly: boolean };

function ColorField({ name, helper, isReadOnly }: ColorFieldProps) {
  const { control, clearErrors, formState } = useFormContext<BrandingInput>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur } }) => {
        const choose = (color: string) => {
          clearErrors(name);
          onChange(color);
        };
        return (
          <FormField label={labels[name]} helper={helper} error={formState.errors[name]?.message}>
            {(attributes) => (
              <span className="flex gap-2">
                <input
                  type="color"
                  aria-label={`${labels[name]}, picked`}
                  disabled={isReadOnly}
                  value={isHexColor(value) ? value : "#000000"}
                  onChange={(event) => choose(event.target.value)}
                  className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-input bg-card p-1 disabled:cursor-default pointer-coarse:min-h-11"
                />
                <Input
                  {...attributes}
                  readOnly={isReadOnly}
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono"
                  value={value}
                  onBlur={onBlur}
                  onChange={(event) => choose(event.target.value)}
                />
              </span>
            )}
          </FormField>
        );
      }}
    />
  );
}

function LogoSwitch({ isReadOnly }: { isReadOnly: boolean }) {
  const { control } = useFormContext<BrandingInput>();
  return (
    <Controller
      control={control}
      name="showLogo"
      render={({ field: { value, onChange } }) => (
        <FormField
          label={labels.showLogo}
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

function BrandingFields({ isReadOnly }: { isReadOnly: boolean }) {
  const { register, clearErrors, formState } = useFormContext<BrandingInput>();
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <ColorField name="primaryColor" helper="For titles and highlights" isReadOnly={isReadOnly} />
      <ColorField name="accentColor" helper="For frames and lines" isReadOnly={isReadOnly} />
      <TextField
        label={labels.footerText}
        helper="At the foot of every page, for example a club that you belong to"
        error={formState.errors.footerText?.message}
        readOnly={isReadOnly}
        maxLength={MAX_FOOTER_LENGTH}
        autoComplete="off"
        {...register("footerText", { onChange: () => clearErrors("footerText") })}
      />
      <LogoSwitch isReadOnly={isReadOnly} />
    </div>
  );
}

/** Opens a page in the looks that the form has now, saved or not. */
function PreviewButton() {
  const { kennelId } = useKennel();
  const today = useToday();
  const make = useAction(api.kennels.actions.brandingPreview.make);
  const { getValues, trigger } = useFormContext<BrandingInput>();
  const [isMaking, setMaking] = useState(false);
  const open = async () => {
    if (!(await trigger())) return;
    // Opened at once: a browser allows a new tab only as the answer to the press itself.
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

/** Renders the card; members who may not change the kennel see the looks only. */
export function BrandingCard({ stored: settings }: { stored: KennelSettings }) {
  const { kennelId, can } = useKennel();
  const isReadOnly = !can("settings", "write");
  const update = useMutation(api.kennels.kennelSettings.update);
  const stored = useMemo(() => storedOf(settings), [settings]);
  const [since] = useState(stored.version);
  const form = useSettingsForm<BrandingInput, BrandingInput>({
    stored,
    labels,
    edits: useKennelSettingsEdits(since),
    resolver: zodResolver(brandingFormSchema),
    toField: fieldOf,
    show: (_field, value) => {
      if (typeof value === "boolean") return value ? "Yes" : "No";
      return typeof value === "string" && value !== "" ? value : <EmptyValue />;
    },
    save: async (values, touched, expectedUpdatedAt) => {
      const branding = Object.fromEntries(touched.map((name) => [name, values[name]]));
      return storedOf(await update({ kennelId, expectedUpdatedAt, branding }));
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

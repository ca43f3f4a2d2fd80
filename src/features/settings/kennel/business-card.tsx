/** The kennel's tax ID and business license, which stand on no screen but this one. Sources: SET-06, SET-07, SET-14. */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useFormContext } from "react-hook-form";
import { EmptyValue } from "@/components/conflict-dialog";
import { TextField } from "@/components/text-field";
import { fieldOf, kennelSettingsFailure } from "@/features/settings/kennel/kennel-settings-failure";
import { useKennelSettingsEdits, type KennelSettings } from "@/features/settings/kennel/use-kennel-settings";
import { SettingsFormCard } from "@/features/settings/settings-form-card";
import { useSettingsForm } from "@/features/settings/use-settings-form";
import { useKennel } from "@/hooks/use-kennel";
import { businessSchema, type Business, type BusinessInput } from "@domain/schemas/kennel-settings";
import { api } from "@convex/_generated/api";

const labels = {
  taxId: "Tax ID",
  businessLicense: "Business license",
} as const satisfies Record<keyof BusinessInput, string>;

const storedOf = ({ business, updatedAt }: KennelSettings) => ({
  values: { taxId: business.taxId ?? "", businessLicense: business.businessLicense ?? "" },
  version: updatedAt,
});

function BusinessField({ name, isReadOnly }: { name: keyof typeof labels; isReadOnly: boolean }) {
  const { register, clearErrors, formState } = useFormContext<BusinessInput>();
  return (
    <TextField
      label={labels[name]}
      error={formState.errors[name]?.message}
      readOnly={isReadOnly}
      autoComplete="off"
      {...register(name, { onChange: () => clearErrors(name) })}
    />
  );
}

/** Renders the card; members who may not change the kennel see the numbers only. */
export function BusinessCard({ stored: settings }: { stored: KennelSettings }) {
  const { kennelId, can } = useKennel();
  const isReadOnly = !can("settings", "write");
  const update = useMutation(api.kennels.kennelSettings.update);
  const stored = useMemo(() => storedOf(settings), [settings]);
  const [since] = useState(stored.version);
  const form = useSettingsForm<BusinessInput, Business>({
    stored,
    labels,
    edits: useKennelSettingsEdits(since),
    resolver: zodResolver(businessSchema),
    toField: fieldOf,
    show: (_field, value) => (typeof value === "string" && value !== "" ? value : <EmptyValue />),
    save: async (values, touched, expectedUpdatedAt) => {
      const business = Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
      return storedOf(await update({ kennelId, expectedUpdatedAt, business }));
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
        <BusinessField name="taxId" isReadOnly={isReadOnly} />
        <BusinessField name="businessLicense" isReadOnly={isReadOnly} />
      </div>
    </SettingsFormCard>
  );
}

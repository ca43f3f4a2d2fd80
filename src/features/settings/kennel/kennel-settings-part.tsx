/** Business numbers and branding with their loading and error states, and the way back to the defaults. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { BrandingCard } from "@/features/settings/kennel/branding-card";
import { BusinessCard } from "@/features/settings/kennel/business-card";
import { kennelSettingsFailure } from "@/features/settings/kennel/kennel-settings-failure";
import { ResetCard } from "@/features/settings/reset-card";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the cards. */
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
    </>
  );
}

/** Renders the card that resets the kennel's settings, for those who may change them. */
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
      text={`Tax ID, business license and branding of ${kennel.name} go back to their defaults. Name and address, logo, contract templates, dogs and records stay.`}
      failure={failure}
      onReset={run}
    />
  );
}

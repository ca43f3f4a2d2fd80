/** The kennel's time zone, by which its mornings come; whoever may not change it sees which it is. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { readableZone, zoneOptions } from "@/features/settings/time-zones";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the field. */
export function ZoneField() {
  const { kennel, kennelId, can } = useKennel();
  const stored = useLiveQuery(api.kennels.kennelTimeZones.get, { kennelId }).data;
  const set = useMutation(api.kennels.kennelTimeZones.set);
  const [error, setError] = useState<string | null>(null);
  if (stored === undefined) return null;
  if (!can("settings", "write")) {
    return (
      <p className="text-sm">
        <span className="font-semibold">Time zone of {kennel.name}:</span> {readableZone(stored)}
      </p>
    );
  }
  const store = async (zone: string) => {
    setError(null);
    const timeZone = zone.replaceAll(" ", "_");
    if (timeZone === stored) return;
    try {
      await set({ kennelId, timeZone });
      toast.success("Notification settings updated");
    } catch (failure) {
      toast.error(failureText("Failed to update notification settings", failure));
    }
  };
  return (
    <FormField
      label={`Time zone of ${kennel.name}`}
      helper="Reminders are sent at 8:00 in the morning there"
      error={error ?? undefined}
      className="max-w-sm"
    >
      {(control) => (
        <Combobox
          {...control}
          text={readableZone(stored)}
          options={zoneOptions()}
          emptyText="No such time zone"
          onUnknown={(typed) =>
            setError(`“${typed}” is not a time zone. Choose one from the list, such as America/New York`)
          }
          onSelect={({ value }) => void store(value)}
        />
      )}
    </FormField>
  );
}

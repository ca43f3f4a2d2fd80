/** The kennel's time zone, by which its mornings come; whoever may not change it sees which it is. */
import { useMemo, useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "../../../../convex/_generated/api";

/** As many suggestions as a list is still read. */
const MAX_SUGGESTIONS = 40;

const readable = (zone: string): string => zone.replaceAll("_", " ");

const zones = (): readonly string[] => ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** Answers the zones that contain what was typed, those of the same name first. */
export function suggestZones(all: readonly string[], typed: string): string[] {
  const wanted = readable(typed).toLowerCase().trim();
  return all.filter((zone) => readable(zone).toLowerCase().includes(wanted)).slice(0, MAX_SUGGESTIONS);
}

/** Renders the field. */
export function ZoneField() {
  const { kennel, kennelId, can } = useKennel();
  const stored = useLiveQuery(api.kennelTimeZones.get, { kennelId }).data;
  const set = useMutation(api.kennelTimeZones.set);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const all = useMemo(() => zones(), []);
  if (stored === undefined) return null;
  if (!can("settings", "write")) {
    return (
      <p className="text-sm">
        <span className="font-semibold">Time zone of {kennel.name}:</span> {readable(stored)}
      </p>
    );
  }
  const store = async (zone: string) => {
    setTyped(null);
    setError(null);
    if (zone === stored) return;
    try {
      await set({ kennelId, timeZone: zone });
      toast.success("Notification settings updated");
    } catch (failure) {
      toast.error(failureText("Failed to update notification settings", failure));
    }
  };
  const leave = () => {
    if (typed === null) return;
    const named = all.find((zone) => readable(zone).toLowerCase() === readable(typed).toLowerCase().trim());
    if (named) void store(named);
    else if (typed.trim() === "") setTyped(null);
    else setError("Choose a time zone from the list, such as America/New York");
  };
  return (
    <FormField
      label={`Time zone of ${kennel.name}`}
      helper="Reminders go out at 8:00 in the morning there"
      error={error ?? undefined}
      className="max-w-sm"
    >
      {(control) => (
        <Combobox
          {...control}
          inputValue={typed ?? readable(stored)}
          onInputValueChange={(text) => {
            setTyped(text);
            setError(null);
          }}
          onBlur={leave}
          options={suggestZones(all, typed ?? "").map((zone) => ({ value: zone, label: readable(zone) }))}
          selectedValue={stored}
          emptyText="No such time zone"
          onSelect={({ value }) => void store(value)}
        />
      )}
    </FormField>
  );
}

/**
 * A person's own settings as a screen needs them: what was asked for shows at once and until it is stored, each change
 * sends its own field alone, and one that fails goes back. Sources: SET-08, decisions GAP-SET-08 and GAP-SET-09.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useLiveQuery } from "@/hooks/use-live-query";
import { getErrorData } from "../../domain/errors";
import { api } from "../../convex/_generated/api";

export type UserSettings = FunctionReturnType<typeof api.userSettings.get>;
type Changes = FunctionArgs<typeof api.userSettings.update>;

/** Changes settings; answers what is wrong with a field, or null. */
export type ChangeSettings = (changes: Changes) => Promise<string | null>;

const withChanges = (stored: UserSettings, { notifications, ...fields }: Changes): UserSettings => ({
  ...stored,
  // What is asked for has the shape of what is stored, but for a phone number not yet in its usual notation.
  ...(fields as Partial<UserSettings>),
  notifications: { ...stored.notifications, ...notifications },
});

/** Returns the settings and a way to change them. */
export function useUserSettings() {
  const result = useLiveQuery(api.userSettings.get, {});
  const update = useMutation(api.userSettings.update);
  const [wanted, setWanted] = useState<readonly Changes[]>([]);
  const change: ChangeSettings = async (changes) => {
    setWanted((last) => [...last, changes]);
    try {
      await update(changes);
      toast.success("Notification settings updated");
      return null;
    } catch (error) {
      const [problem = null] = Object.values(getErrorData(error)?.details.fields ?? {});
      if (problem === null) toast.error("Failed to update notification settings");
      return problem;
    } finally {
      setWanted((last) => last.filter((other) => other !== changes));
    }
  };
  const settings = result.status === "ready" ? wanted.reduce(withChanges, result.data) : null;
  return { result, settings, change };
}

/**
 * A person's own settings as a screen needs them: what was asked for shows at once and until it is stored, each change
 * sends its own field alone, and one that fails goes back. Sources: SET-08, decisions GAP-SET-08 and GAP-SET-09.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useLiveQuery } from "@/hooks/use-live-query";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

export type UserSettings = FunctionReturnType<typeof api.accounts.userSettings.get>;
type Changes = FunctionArgs<typeof api.accounts.userSettings.update>;

/** Changes settings; returns what is wrong with a field, or null. */
export type ChangeSettings = (changes: Changes) => Promise<string | null>;

const withChanges = (stored: UserSettings, { notifications, privacy, ...fields }: Changes): UserSettings => ({
  ...stored,
  // What is asked for has the shape of what is stored, but for a phone number not yet in its usual notation.
  ...(fields as Partial<UserSettings>),
  notifications: { ...stored.notifications, ...notifications },
  privacy: { ...stored.privacy, ...privacy },
});

const NOTIFICATION_TEXTS = {
  saved: "Notification settings updated",
  failed: "Failed to update notification settings",
};

/** Returns the settings and a way to change them, which tells how that ended. */
export function useUserSettings(texts: { saved: string; failed: string } = NOTIFICATION_TEXTS) {
  const result = useLiveQuery(api.accounts.userSettings.get, {});
  const update = useMutation(api.accounts.userSettings.update);
  const [wanted, setWanted] = useState<readonly Changes[]>([]);
  const change: ChangeSettings = async (changes) => {
    setWanted((last) => [...last, changes]);
    try {
      await update(changes);
      toast.success(texts.saved);
      return null;
    } catch (error) {
      const [problem = null] = Object.values(getErrorData(error)?.details.fields ?? {});
      if (problem === null) toast.error(texts.failed);
      return problem;
    } finally {
      setWanted((last) => last.filter((other) => other !== changes));
    }
  };
  const settings = result.status === "ready" ? wanted.reduce(withChanges, result.data) : null;
  return { result, settings, change };
}

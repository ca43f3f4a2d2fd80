/**
 * The user's own settings for screens. A change is shown immediately, sends only its own field, and is reverted if
 * it fails. Sources: SET-08, decisions GAP-SET-08 and GAP-SET-09.
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

/** Returns an error message for a field, or null. */
export type ChangeSettings = (changes: Changes) => Promise<string | null>;

const withChanges = (stored: UserSettings, { notifications, privacy, ...fields }: Changes): UserSettings => ({
  ...stored,
  // Requested values have the shape of stored values, except for a phone number that is not yet formatted.
  ...(fields as Partial<UserSettings>),
  notifications: { ...stored.notifications, ...notifications },
  privacy: { ...stored.privacy, ...privacy },
});

const NOTIFICATION_TEXTS = {
  saved: "Notification settings updated",
  failed: "Failed to update notification settings",
};

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

/** The way back to the defaults of a person's own settings; it asks first. Source: decision GAP-SET-17. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ResetCard } from "@/features/settings/reset-card";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

const TEXT =
  "Notifications go back to their defaults: email on, text messages off, push on, no quiet hours, every topic, no daily digest. You are not listed in the directory and share nothing. Your name, picture, time zone and phone number, dogs and records stay.";

/** Renders the card. */
export function UserResetCard() {
  const reset = useMutation(api.accounts.userSettings.reset);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (): Promise<boolean> => {
    setFailure(null);
    try {
      await reset({});
      toast.success("Your settings are back to their defaults");
      return true;
    } catch (error) {
      setFailure(failureText("Failed to reset your settings", error));
      return false;
    }
  };
  return <ResetCard title="Reset my settings" text={TEXT} failure={failure} onReset={run} />;
}

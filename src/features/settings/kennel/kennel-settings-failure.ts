/** What a failed change of the kennel's settings is told as, and which field a message belongs to. */
import { failureText } from "@/lib/failure-text";
import { isNotFound } from "@/lib/not-found";

const KENNEL_MISSING = "Kennel not found. Please try refreshing the page.";

/** Tells a failure; a kennel that is no longer there is told so. Sources: SET-07, SET-14. */
export const kennelSettingsFailure = (error: unknown): string =>
  isNotFound(error) ? KENNEL_MISSING : failureText("Failed to update kennel settings", error);

/** Names the field of a form by the server's name, such as 'branding.footerText'. */
export const fieldOf = (serverName: string): string => serverName.split(".").at(-1) ?? serverName;

/** What a person shares beyond their kennels, saved at once, and who else shows themselves. Source: GAP-SET-10. */
import { LoadError } from "@/components/load-error";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { SettingRow } from "@/features/settings/notifications/setting-row";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useUserSettings } from "@/hooks/use-user-settings";
import { api } from "@convex/_generated/api";

const TEXTS = { saved: "Privacy settings updated", failed: "Failed to update privacy settings" };

/** Renders the card. */
export function PrivacyCard() {
  const { result, settings, change } = useUserSettings(TEXTS);
  return (
    <Card id="privacy">
      <CardHeader>
        <CardTitle>Privacy</CardTitle>
        <CardDescription>
          What you share beyond your kennels. Both are off until you turn them on.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {result.status === "error" ? (
          <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={result.retry} />
        ) : settings === null ? (
          <Skeleton className="h-32" />
        ) : (
          <div className="divide-y">
            <SettingRow
              label="Show me in the directory"
              text="Everybody who signs in here then sees your name, the kennels that you own and the email address, phone number and website that you gave each of them. Dogs and records stay private."
              isOn={settings.privacy.showInDirectory}
              onChange={(showInDirectory) => void change({ privacy: { showInDirectory } })}
            >
              <Directory />
            </SettingRow>
            <SettingRow
              label="Share how I use Studbook"
              text="Allows whoever runs this server to count how you use Studbook. Studbook itself measures and sends nothing, whether this is on or off; your choice is stored with your data."
              isOn={settings.privacy.shareAnalytics}
              onChange={(shareAnalytics) => void change({ privacy: { shareAnalytics } })}
            />
          </div>
        )}
      </CardContent>
    </Card>
  );
}

/** The breeders that show themselves, for whoever opens the list. */
function Directory() {
  const directory = useLiveQuery(api.accounts.directory.list, {});
  if (directory.status !== "ready") return null;
  const { breeders } = directory.data;
  if (breeders.length === 0)
    return <p className="text-sm text-muted-foreground">Nobody is in the directory yet.</p>;
  return (
    <details className="rounded-md border px-3 py-2">
      <summary className="cursor-pointer text-sm font-semibold">
        {breeders.length === 1
          ? "1 breeder in the directory"
          : `${breeders.length} breeders in the directory`}
      </summary>
      <ul className="mt-3 flex flex-col gap-3">
        {breeders.map(({ userId, name, kennels }) => (
          <li key={userId} className="min-w-0 text-sm break-words">
            <span className="font-semibold">{name}</span>
            {kennels.map((kennel) => (
              <span key={kennel.kennelId} className="block text-muted-foreground">
                {[kennel.name, kennel.email, kennel.phone, kennel.website].filter(Boolean).join(" · ")}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

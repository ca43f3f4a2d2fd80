/**
 * Settings: the breeder's own profile; the kennel's details, its team and the breeder's kennels; notifications;
 * exports and backups; the plan; connected services.
 */
import { type ReactNode, Suspense, useEffect } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { SETTINGS_TABS, useSettingsTab } from "@/app/settings-address";
import { BackupsCard } from "@/features/backups/backups-card";
import { CalendarsCard } from "@/features/calendar/calendars-card";
import { ContractTemplatesCard } from "@/features/contracts/contract-templates-card";
import { HistoryCard } from "@/features/history/history-card";
import { MailAccountCard } from "@/features/connections/mail-account-card";
import { PaymentAccountCard } from "@/features/connections/payment-account-card";
import { KennelCard } from "@/features/kennels/kennel-card";
import { KennelResetCard, KennelSettingsPart } from "@/features/kennels/kennel-settings-part";
import { LeaveCard } from "@/features/kennels/leave-card";
import { NewKennelCard } from "@/features/kennels/new-kennel-card";
import { NotificationsPart } from "@/features/deliveries/notifications-part";
import { OwnDataPart } from "@/features/accounts/own-data-part";
import { ProfilePart } from "@/features/accounts/profile-part";
import { SecurityPart } from "@/features/accounts/security-part";
import { TeamCard } from "@/features/kennels/team-card";
import { useKennel } from "@/hooks/use-kennel";
import { lateLazy } from "@/lib/ready-lazy";
import { useLocation } from "@/lib/router";

/** Scrolls to the part that a link names, once that part is rendered. */
function useHashTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView({ block: "start" });
  }, [hash]);
}

const ApplicationFormPart = lateLazy(
  async () => (await import("@/features/applications/application-form-part")).ApplicationFormPart,
);

const column = "grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6";

type SettingsPageProps = {
  /** The current plan and the other plans; undefined for users who may not see plans. */
  billing?: ReactNode;
};

export function SettingsPage({ billing }: SettingsPageProps) {
  const { can } = useKennel();
  const [tab, setTab] = useSettingsTab();
  const seesBilling = can("billing", "read");
  const hidden = [...(seesBilling ? [] : ["billing"]), ...(can("settings", "read") ? [] : ["application"])];
  useHashTarget();
  return (
    <Tabs value={hidden.includes(tab) ? "profile" : tab} onValueChange={setTab}>
      <TabsList aria-label="Settings" className="-mx-3 px-3 sm:mx-0 sm:px-0">
        {Object.entries(SETTINGS_TABS).map(([name, label]) =>
          hidden.includes(name) ? null : (
            <TabsTrigger key={name} value={name}>
              {label}
            </TabsTrigger>
          ),
        )}
      </TabsList>
      <TabsContent value="profile" className={column}>
        <ProfilePart />
      </TabsContent>
      <TabsContent value="kennel" className={column}>
        <KennelCard />
        {can("members", "read") ? <TeamCard /> : null}
        {can("settings", "read") ? <KennelSettingsPart /> : null}
        {can("settings", "read") ? <ContractTemplatesCard /> : null}
        <NewKennelCard />
        <KennelResetCard />
        <LeaveCard />
      </TabsContent>
      <TabsContent value="notifications" className={column}>
        <NotificationsPart />
      </TabsContent>
      <TabsContent value="security" className={column}>
        <SecurityPart />
      </TabsContent>
      <TabsContent value="data" className={column}>
        <DataBackupTab />
      </TabsContent>
      {seesBilling ? (
        <TabsContent value="billing" className={column}>
          {billing}
        </TabsContent>
      ) : null}
      <TabsContent value="integrations" className={column}>
        <CalendarsCard />
        {can("settings", "read") ? <MailAccountCard /> : null}
        {can("settings", "read") ? <PaymentAccountCard /> : null}
      </TabsContent>
      {can("settings", "read") ? (
        <TabsContent value="application" className="grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <ApplicationFormPart />
          </Suspense>
        </TabsContent>
      ) : null}
    </Tabs>
  );
}

/** Settings > Data & Backup: exports, backups, imports of settings, and the history. */
function DataBackupTab() {
  const { can } = useKennel();
  return (
    <>
      {can("backups", "read") ? <BackupsCard /> : null}
      <OwnDataPart />
      <HistoryCard />
    </>
  );
}

/** The tabs of Settings and the parts of several features in them. */
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { SETTINGS_TABS, useSettingsTab } from "@/app/settings-address";
import { BackupsCard } from "@/features/backups/backups-card";
import { ContractTemplatesCard } from "@/features/contracts/contract-templates-card";
import { HistoryCard } from "@/features/history/history-card";
import { MailAccountCard } from "@/features/connections/mail-account-card";
import { PaymentAccountCard } from "@/features/connections/payment-account-card";
import { KennelCard } from "@/features/kennels/kennel-card";
import { KennelResetCard, KennelSettingsPart } from "@/features/kennels/kennel-settings-part";
import { LeaveCard } from "@/features/kennels/leave-card";
import { NotificationsPart } from "@/features/deliveries/notifications-part";
import { OwnDataPart } from "@/features/accounts/own-data-part";
import { ProfilePart } from "@/features/accounts/profile-part";
import { SecurityPart } from "@/features/accounts/security-part";
import { TeamCard } from "@/features/kennels/team-card";
import { useKennel } from "@/hooks/use-kennel";
import { lateLazy } from "@/lib/ready-lazy";
import { useLocation } from "@/lib/router";
import { CalendarPanel } from "@/entities/calendar/calendar-panel";
import { useCalendars } from "@/entities/calendar/use-calendar";
import type { Calendars } from "@/entities/calendar/use-calendar";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import type { FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { useKennelChoice } from "@/hooks/use-kennel-choice";
import { always, useSaving } from "@/hooks/use-saving";
import { kennelSchema } from "@domain/kennels/schemas";
import { fieldErrorsOf } from "@domain/records/parse";
import { api } from "@convex/_generated/api";

/** Waits until the part that a link names is rendered. */
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
  /** Undefined for users who may not see plans. */
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

function CalendarsCard() {
  const calendars = useCalendars();
  return (
    <Card id="calendars">
      <CardHeader>
        <CardTitle>Calendar</CardTitle>
        <CardDescription>
          See what is due in Google, Apple, Outlook and any other calendar that can subscribe to an address.
          The addresses are yours alone; colleagues have their own.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-8">
        <Loaded query={calendars} failureText="Failed to load calendars. Please try again." height="h-48">
          {(data) => <Sections calendars={data} />}
        </Loaded>
      </CardContent>
    </Card>
  );
}

function Sections({ calendars }: { calendars: Calendars }) {
  const { kennel, kennels } = useKennel();
  const dogs = calendars.calendars.flatMap(({ dogId, dogName }) =>
    dogId === null ? [] : [{ dogId, name: dogName ?? "Dog" }],
  );
  return (
    <>
      <DetailSection title={kennel.name}>
        <CalendarPanel calendars={calendars} which={{ scope: "kennel" }} name={kennel.name} />
      </DetailSection>
      {kennels.length > 1 ? (
        <DetailSection title="All my kennels">
          <CalendarPanel calendars={calendars} which={{ scope: "person" }} name="all your kennels" />
        </DetailSection>
      ) : null}
      {dogs.map(({ dogId, name }) => (
        <DetailSection key={dogId} title={name}>
          <CalendarPanel calendars={calendars} which={{ scope: "dog", dogId }} name={name} />
        </DetailSection>
      ))}
      <p className="text-sm text-muted-foreground">
        Turn on the calendar of a single dog with the dog's reminders.
      </p>
    </>
  );
}

function NewKennelCard() {
  const { choose } = useKennelChoice();
  const create = useMutation(api.kennels.kennels.create);
  const [name, setName] = useState("");
  const { errors, setErrors, failure, isSaving, check, save } = useSaving({ staysOpen: true });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = kennelSchema.safeParse({ name });
    check(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    await save(async () => {
      const kennel = await create({ name: parsed.data.name });
      toast.success(`${kennel.name} created`);
      choose(kennel._id);
    }, always("Failed to save kennel"));
  };

  return (
    <Card>
      <CardHeader>
        <CardTitle>Another kennel</CardTitle>
        <CardDescription>
          Each kennel has its own dogs, people and settings. Switch between kennels in the top bar.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <div className="flex flex-col items-start gap-3 sm:flex-row">
            <TextField
              label="Name of the new kennel"
              error={errors.name}
              className="w-full sm:flex-1"
              autoComplete="off"
              value={name}
              onText={(text) => {
                setName(text);
                setErrors({});
              }}
            />
            <Button type="submit" variant="outline" disabled={isSaving} className="sm:mt-[1.65rem]">
              {isSaving ? "Saving..." : "Create Kennel"}
            </Button>
          </div>
          {failure ? <Alert variant="error">{failure}</Alert> : null}
        </form>
      </CardContent>
    </Card>
  );
}

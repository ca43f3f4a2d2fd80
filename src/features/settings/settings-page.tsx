/** Settings: the kennel's details, its team, and the kennels of the breeder. */
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { ContractTemplatesCard } from "@/features/settings/contract-templates-card";
import { KennelCard } from "@/features/settings/kennel-card";
import { LeaveCard } from "@/features/settings/leave-card";
import { NewKennelCard } from "@/features/settings/new-kennel-card";
import { TeamCard } from "@/features/settings/team-card";
import { useKennel } from "@/hooks/use-kennel";

/** Scrolls to the part that a link names, once it is there. */
function useHashTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView({ block: "start" });
  }, [hash]);
}

/** Renders the Settings page. */
export function SettingsPage() {
  const { can } = useKennel();
  useHashTarget();
  return (
    <Tabs value="kennel">
      <TabsList aria-label="Settings">
        <TabsTrigger value="kennel">Kennel</TabsTrigger>
      </TabsList>
      <TabsContent value="kennel" className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
        <KennelCard />
        {can("members", "read") ? <TeamCard /> : null}
        {can("settings", "read") ? <ContractTemplatesCard /> : null}
        <NewKennelCard />
        <LeaveCard />
      </TabsContent>
    </Tabs>
  );
}

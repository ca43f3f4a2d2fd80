/**
 * The Breeding screen. The breedings stand first; further parts (litters, heats, …) are given by the app, each under
 * its own name in the address's `tab`.
 */
import type { ReactNode } from "react";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useBreedingListAddress } from "@/features/breedings/breeding-address";
import { BreedingDialogs } from "@/features/breedings/breeding-dialogs";
import { BreedingsSection } from "@/features/breedings/breedings-section";
import { useBreedingActions } from "@/features/breedings/use-breeding-actions";
import { useToday } from "@/hooks/use-today";

/** The breedings' own name among the parts. */
const BREEDINGS = "breedings";

/** A further part of the screen. */
export type BreedingPart = { value: string; label: string; content: ReactNode };

/** Renders the screen; without further parts the breedings alone. */
export function BreedingPage({ parts = [] }: { parts?: readonly BreedingPart[] }) {
  const today = useToday();
  const open = useBreedingActions(today);
  const breedings = <BreedingsSection today={today} actions={open.actions} onPlan={open.plan} />;
  return (
    <>
      {parts.length === 0 ? breedings : <Parts parts={parts} breedings={breedings} />}
      <BreedingDialogs today={today} open={open} />
    </>
  );
}

function Parts({ parts, breedings }: { parts: readonly BreedingPart[]; breedings: ReactNode }) {
  const { tab, setTab } = useBreedingListAddress();
  const shown = parts.some(({ value }) => value === tab) ? tab : BREEDINGS;
  return (
    <Tabs
      value={shown}
      onValueChange={(value) => setTab(value === BREEDINGS ? "all" : value)}
      activationMode="manual"
    >
      <TabsList aria-label="Parts of Breeding" className="-mx-3 px-3 sm:mx-0 sm:px-0">
        <TabsTrigger value={BREEDINGS}>Breedings</TabsTrigger>
        {parts.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={BREEDINGS}>{breedings}</TabsContent>
      {parts.map(({ value, content }) => (
        <TabsContent key={value} value={value}>
          {content}
        </TabsContent>
      ))}
    </Tabs>
  );
}

/**
 * The screens of a kennel, one entry each: address, title, code, and position in the menu. Routes (routes.tsx),
 * paths, the menu, the palette and loading in advance (preload-pages.ts) use this list. The menu has the order of
 * the product documents, with the history before the settings.
 */
import { Suspense, type ComponentType, type ReactElement } from "react";
import {
  BellRing,
  Contact,
  Dog,
  HeartHandshake,
  History,
  LayoutDashboard,
  Settings,
  Stethoscope,
  type LucideIcon,
} from "lucide-react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Area } from "@/hooks/use-kennel";
import { lateLazy, readyLazy } from "@/lib/ready-lazy";

interface Screen {
  readonly path: string;
  readonly title: string;
  readonly element: ReactElement;
  readonly menu?: {
    /** Replaces the title in the menu. */
    readonly label?: string;
    readonly icon: LucideIcon;
    /** The user must have the right to read this area. Undefined if everybody sees the entry. */
    readonly area?: Area;
    /** Another address whose pages belong to the same menu entry. */
    readonly alsoUnder?: string;
  };
  /** Addresses below this one that show another tab or open a dialog. The screen stays mounted. */
  readonly over?: readonly string[];
}

function page(load: () => Promise<ComponentType<object>>): ReactElement {
  const Page = readyLazy(load);
  return <Page />;
}

const DashboardPage = readyLazy(
  async () => (await import("@/features/dashboard/dashboard-page")).DashboardPage,
);
const BreedingPage = readyLazy(async () => (await import("@/features/breedings/breeding-page")).BreedingPage);
const SettingsPage = readyLazy(async () => (await import("@/app/settings-page")).SettingsPage);

/** Further parts of the Breeding screen, each from another feature. */
const LitterList = lateLazy(async () => (await import("@/features/litters/litter-list")).LitterList);
const HeatsPart = lateLazy(async () => (await import("@/features/heats/heats-part")).HeatsPart);
const CalendarPart = lateLazy(async () => (await import("@/features/heats/calendar-part")).CalendarPart);
const WaitingListPart = lateLazy(
  async () => (await import("@/features/litters/waiting-list-part")).WaitingListPart,
);
const NewApplications = lateLazy(
  async () => (await import("@/features/applications/new-applications")).NewApplications,
);
const ReportsPart = lateLazy(async () => (await import("@/features/reports/reports-part")).ReportsPart);

const waitingListPart = (
  <>
    <NewApplications />
    <WaitingListPart />
  </>
);

const breedingParts = [
  { value: "litters", label: "Litters", content: <LitterList /> },
  { value: "heats", label: "Heats", content: <HeatsPart /> },
  { value: "calendar", label: "Calendar", content: <CalendarPart /> },
  { value: "waiting-list", label: "Waiting list", content: waitingListPart },
  { value: "reports", label: "Reports", content: <ReportsPart /> },
];

/** The card of the plan and the list of all plans. Loaded after the main content. */
const SubscriptionCard = lateLazy(
  async () => (await import("@/features/billing/subscription-card")).SubscriptionCard,
);

const PlanComparison = lateLazy(
  async () => (await import("@/features/billing/plan-comparison")).PlanComparison,
);

const subscriptionPart = (
  <Suspense fallback={<Skeleton className="h-72 w-full" />}>
    <SubscriptionCard />
  </Suspense>
);

const billingPart = (
  <>
    {subscriptionPart}
    <Suspense fallback={null}>
      <PlanComparison />
    </Suspense>
  </>
);

export const screens = {
  dashboard: {
    path: "/dashboard",
    title: "Dashboard",
    element: <DashboardPage subscription={subscriptionPart} />,
    menu: { icon: LayoutDashboard },
  },
  dogs: {
    path: "/dashboard/dogs",
    title: "Dogs",
    element: page(async () => (await import("@/features/dogs/list/dogs-page")).DogsPage),
    menu: { icon: Dog, area: "dogs" },
    over: [":dogId"],
  },
  pedigreeDatabase: {
    path: "/dashboard/dogs/pedigree-database",
    title: "Pedigree database",
    element: page(async () => (await import("@/features/dogs/pedigree-database-page")).PedigreeDatabasePage),
  },
  population: {
    path: "/dashboard/dogs/population",
    title: "Breed diversity",
    element: page(async () => (await import("@/features/genetics/population-page")).PopulationPage),
  },
  mates: {
    path: "/dashboard/dogs/mates/:dogId",
    title: "Find a mate",
    element: page(async () => (await import("@/features/genetics/mates-page")).MatesPage),
  },
  imports: {
    path: "/dashboard/dogs/imports",
    title: "Imports",
    element: page(async () => (await import("@/features/imports/imports-page")).ImportsPage),
  },
  importRun: {
    path: "/dashboard/dogs/imports/:runId",
    title: "Import",
    element: page(async () => (await import("@/features/imports/import-page")).ImportPage),
  },
  breeding: {
    path: "/dashboard/breeding",
    title: "Breeding Management",
    element: <BreedingPage parts={breedingParts} />,
    menu: { label: "Breeding", icon: HeartHandshake, area: "breeding", alsoUnder: "/dashboard/litters" },
    over: [":breedingId"],
  },
  litter: {
    path: "/dashboard/litters/:litterId",
    title: "Litter",
    element: page(async () => (await import("@/features/litters/litter-page")).LitterPage),
  },
  weighing: {
    path: "/dashboard/litters/:litterId/weigh",
    title: "Weighing",
    element: page(async () => (await import("@/features/litters/weighing-page")).WeighingPage),
  },
  health: {
    path: "/dashboard/health",
    title: "Health Management",
    element: page(async () => (await import("@/features/health/health-screen")).HealthScreen),
    menu: { label: "Health", icon: Stethoscope, area: "health" },
    over: [":tab", ":tab/:recordId"],
  },
  reminders: {
    path: "/dashboard/reminders",
    title: "Reminders",
    element: page(async () => (await import("@/features/reminders/reminders-page")).RemindersPage),
    menu: { icon: BellRing, area: "reminders" },
  },
  contacts: {
    path: "/dashboard/contacts",
    title: "Contacts",
    element: page(async () => (await import("@/features/contacts/contacts-page")).ContactsPage),
    menu: { icon: Contact, area: "finances" },
  },
  history: {
    path: "/dashboard/history",
    title: "History",
    element: page(async () => (await import("@/features/history/history-page")).HistoryPage),
    menu: { icon: History },
  },
  settings: {
    path: "/dashboard/settings",
    title: "Settings",
    element: <SettingsPage billing={billingPart} />,
    menu: { icon: Settings },
  },
} as const satisfies Record<string, Screen>;

export const allScreens: readonly Screen[] = Object.values(screens);

export const navigationEntries = allScreens.flatMap(({ path, title, element, menu }) =>
  menu ? [{ path, label: title, element, ...menu }] : [],
);

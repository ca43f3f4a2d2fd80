/**
 * The frame of every signed-in page, with notes above the page about a pending deletion or a running restore. From
 * 1024 px on, the sidebar is beside the page. On smaller screens the sidebar opens over an overlay. Opening another
 * screen moves the focus to the start of its page; opening a dialog does not.
 */
import { Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useMatches } from "react-router-dom";
import { preloadPages } from "@/app/preload-pages";
import { BackCloses } from "@/app/shell/back-closes";
import { OfflineNote } from "@/app/shell/offline-note";
import { PageSkeleton } from "@/app/shell/page-skeleton";
import { SidebarContent } from "@/app/shell/sidebar";
import { TopBar } from "@/app/shell/top-bar";
import { whereIs } from "@/app/shell/where";
import { Deferred } from "@/components/deferred";
import { WhenQuiet } from "@/components/when-quiet";
import { ConfirmAddressNote } from "@/features/kennels/confirm-address-note";
import { WaitingInvitations } from "@/features/kennels/waiting-invitations";
import { Tutorial } from "@/features/tutorial/tutorial";
import { useTutorial } from "@/features/tutorial/use-tutorial";
import { useKennel } from "@/hooks/use-kennel";
import { usePageTitle } from "@/hooks/use-page-title";
import { WeightUnitsProvider } from "@/hooks/use-weight-units";
import { useKennelCompanions } from "@/hooks/use-stay";
import { useBesidePages } from "@/lib/beside-pages";
import { lateLazy } from "@/lib/ready-lazy";
import { useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";
import { late } from "@/components/late";
import { DatabaseBackup, CalendarX2, UserX } from "lucide-react";
import { ERRORS } from "@domain/errors";
import { KeepKennelButton } from "@/features/kennels/keep-kennel-button";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { KeepAccountButton } from "@/features/accounts/keep-account-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { paths } from "@/app/paths";
import { asksForDialog } from "@/entities/health/health-address";

const HealthWritingDialogs = late(
  async () => (await import("@/features/health/health-dialogs")).HealthWritingDialogs,
);

/** Over a dog's page and the dashboard, so that users can write a record without leaving the page. */
function HealthOverPages() {
  const { pathname, search } = useLocation();
  const isOver = pathname.startsWith(paths.dogs) || pathname === paths.dashboard;
  if (!isOver || !asksForDialog(search)) return null;
  return <HealthWritingDialogs />;
}

/** Shows the date on every screen. The user can cancel the deletion. */
function AccountLeavingNote() {
  const deletion = useLiveQuery(api.accounts.accountDeletions.get, {}).data;
  if (!deletion) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6 print:hidden">
      <UserX aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48 text-pretty">
        Your account will be deleted on {formatDay(localDay(new Date(deletion.dueAt)))}.
      </p>
      <KeepAccountButton confirmationId={deletion.confirmationId} size="sm" />
    </div>
  );
}

/** Shows the date. An owner can cancel the deletion. */
export function LeavingNote() {
  const { kennel } = useKennel();
  if (kennel.deletesAt === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6">
      <CalendarX2 aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48 text-pretty">
        {kennel.name} will be deleted on {formatDay(localDay(new Date(kennel.deletesAt)))}. Until then, no
        reminders are sent for it.
      </p>
      {kennel.isOwner ? <KeepKennelButton size="sm" /> : null}
    </div>
  );
}

/** While a backup is being restored, says that nothing in the kennel can be changed. */
function RestoringNote() {
  const { kennel } = useKennel();
  if (kennel.isRestoring !== true) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6"
    >
      <DatabaseBackup aria-hidden className="size-5 shrink-0" />
      {ERRORS.KENNEL_RESTORING.message}
    </p>
  );
}

const LateShellParts = lateLazy(async () => (await import("@/app/shell/late-shell-parts")).LateShellParts);
const PhoneMenu = late(async () => (await import("@/app/shell/phone-menu")).PhoneMenu);

function titleOf(handle: unknown): string | undefined {
  if (typeof handle !== "object" || handle === null || !("title" in handle)) return undefined;
  return typeof handle.title === "string" ? handle.title : undefined;
}

function useRouteTitle(): string {
  const titles = useMatches().map((match) => titleOf(match.handle));
  return titles.findLast((title) => title !== undefined) ?? "Studbook";
}

export function Shell() {
  const title = useRouteTitle();
  // Null until the menu is opened for the first time.
  const [isMenuOpen, setMenuOpen] = useState<boolean | null>(null);
  const tutorial = useTutorial();
  const people = useKennelCompanions("kennel", false, whereIs(useLocation().pathname));
  const besidePages = useBesidePages();
  const mainRef = useRef<HTMLElement>(null);
  const shownTitleRef = useRef(title);
  usePageTitle(title, useKennel().kennel.name);
  useEffect(preloadPages, []);

  useEffect(() => {
    if (shownTitleRef.current === title) return;
    shownTitleRef.current = title;
    mainRef.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [title]);

  return (
    <WeightUnitsProvider>
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-primary px-4 py-2 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 lg:block print:hidden">
          <SidebarContent />
        </aside>
        {isMenuOpen === null ? null : (
          <PhoneMenu isOpen={isMenuOpen} people={people} onOpenChange={setMenuOpen} />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            title={title}
            people={people}
            onMenuNear={() => void PhoneMenu.fetch()}
            onOpenMenu={() => setMenuOpen(true)}
            onHelp={tutorial.start}
          />
          <div data-slot="notes">
            <OfflineNote />
            <RestoringNote />
            <LeavingNote />
            <AccountLeavingNote />
            <ConfirmAddressNote />
            <WaitingInvitations />
          </div>
          <main
            id="main"
            aria-labelledby="page-title"
            ref={mainRef}
            tabIndex={-1}
            className={cn(
              "mx-auto w-full max-w-[88rem] flex-1 px-3 py-5 outline-none sm:px-6 sm:py-7",
              // On a phone, the tour's offer covers the end of the page. This space lets the user scroll the last
              // element above the offer.
              tutorial.isOffered && "sm:pb-44",
            )}
          >
            {/* Each page has its own boundary. With a shared boundary, the previous page would stay until the
                next code is loaded. */}
            <Deferred fallback={<PageSkeleton />}>
              <Suspense key={title} fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </Deferred>
          </main>
          <Tutorial tutorial={tutorial} />
        </div>
        <HealthOverPages />
        <BackCloses />
        {besidePages}
        <WhenQuiet>
          <LateShellParts />
        </WhenQuiet>
      </div>
    </WeightUnitsProvider>
  );
}

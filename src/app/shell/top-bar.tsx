/**
 * The top bar. On a phone, the menu has the switcher of kennels, and the bar shows the kennel's name above the
 * title.
 */
import { CircleHelp, Menu, CloudOff, ChevronsUpDown, Moon, Sun } from "lucide-react";
import { CommandPalette } from "@/app/palette/command-palette";
import { PrintLine } from "@/components/print-line";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { useKennel } from "@/hooks/use-kennel";
import type { Companion } from "@/hooks/use-stay";
import { UserMenuButton } from "@/identity/identity";
import { cn } from "@/lib/utils";
import { lateLazy } from "@/lib/ready-lazy";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { useOffline } from "@/hooks/use-offline";
import { MenuButton } from "@/components/ui/menu-button";
import { late } from "@/components/late";
import { useTheme } from "@/hooks/use-theme";
import { Suspense } from "react";
import { sentenceOf } from "@/entities/people/companion-words";

function ThemeToggle() {
  const { isDark, setDark } = useTheme();
  return (
    <Tooltip content={isDark ? "Light mode" : "Dark mode"}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dark mode"
        aria-pressed={isDark}
        onClick={() => setDark(!isDark)}
      >
        {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </Button>
    </Tooltip>
  );
}

const KennelMenu = late(async () => (await import("@/app/shell/kennel-menu")).KennelMenu);

/** For members of several kennels. On phones, the menu has this control. */
function KennelSwitcher() {
  const { kennel, kennels } = useKennel();
  if (kennels.length < 2) return null;
  return (
    <MenuButton
      variant="outline"
      aria-label={`Kennel: ${kennel.name}. Change kennel`}
      placeClassName="min-w-0 shrink max-sm:hidden"
      className="max-w-60 min-w-0 shrink px-2.5"
      preload={KennelMenu.fetch}
      menu={(place) => <KennelMenu place={place} />}
    >
      <span className="truncate">{kennel.name}</span>
      <ChevronsUpDown aria-hidden className="text-muted-foreground" />
    </MenuButton>
  );
}

/** The region is always rendered, so that screen readers announce a lost connection. */
function ConnectionMark() {
  const isLost = useConnectionLost();
  const isOffline = useOffline() !== null;
  return (
    <div role="status" className="shrink-0">
      {isLost || isOffline ? (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-1 text-sm font-semibold text-warning">
          <CloudOff aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{isOffline ? "Offline" : "Reconnecting..."}</span>
        </span>
      ) : null}
    </div>
  );
}

const UserMenuEntries = lateLazy(async () => (await import("@/app/shell/user-menu-entries")).UserMenuEntries);

/** In letters, on one line of a phone at the normal size. */
const LONGEST_TITLE = 16;

type TopBarProps = {
  title: string;
  people: readonly Companion[];
  /** Called when the user is about to open the menu. */
  onMenuNear: () => void;
  onOpenMenu: () => void;
  onHelp: () => void;
};

export function TopBar({ title, people, onMenuNear, onOpenMenu, onHelp }: TopBarProps) {
  const { kennel, kennels } = useKennel();
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-1 border-b bg-background/95 px-3 backdrop-blur-sm max-[440px]:px-2 sm:gap-3 sm:px-6 print:static print:h-auto print:border-0 print:bg-transparent print:px-0 print:[&>:not([data-slot=title])]:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        data-tour="menu-button"
        className="relative lg:hidden"
        onPointerEnter={onMenuNear}
        onFocus={onMenuNear}
        onClick={onOpenMenu}
      >
        <Menu aria-hidden className="size-5" />
        <CompanionsMark people={people} />
      </Button>
      <div data-slot="title" className="min-w-0 flex-1">
        {kennels.length > 1 ? (
          <p className="truncate text-xs leading-tight text-muted-foreground sm:hidden print:hidden">
            {kennel.name}
          </p>
        ) : null}
        <PrintLine ofScreen />
        <h1
          id="page-title"
          className={cn(
            "font-title line-clamp-2 text-lg leading-tight min-[440px]:block min-[440px]:truncate min-[440px]:text-2xl sm:text-[1.75rem]",
            // Below the kennel's name, a title of two lines has less room.
            kennels.length > 1 && "max-[440px]:text-base max-[440px]:leading-tight",
            title.length > LONGEST_TITLE && "max-[440px]:text-[0.9rem] max-[440px]:tracking-tight",
          )}
        >
          {title}
        </h1>
      </div>
      <ConnectionMark />
      <KennelCompanions people={people} />
      <KennelSwitcher />
      <CommandPalette onHelp={onHelp} />
      <Tooltip content="Help: a tour of Studbook">
        <Button variant="ghost" size="icon" aria-label="Help" data-tour="help" onClick={onHelp}>
          <CircleHelp aria-hidden className="size-5" />
        </Button>
      </Tooltip>
      <ThemeToggle />
      <UserMenuButton>
        <UserMenuEntries onHelp={onHelp} />
      </UserMenuButton>
    </header>
  );
}

const CompanionsButton = lateLazy(
  async () => (await import("@/entities/people/companions")).CompanionsButton,
);

type KennelCompanionsProps = { people: readonly Companion[] };

/** Small screens have no room for avatars beside the kennel's name. */
function KennelCompanions({ people }: KennelCompanionsProps) {
  return (
    <div className="hidden md:block">
      {/* The region is always rendered, so that screen readers also announce the first arrival. */}
      <span role="status" className="sr-only">
        {sentenceOf(people, "here")}
      </span>
      {people.length > 0 ? (
        <Suspense fallback={null}>
          <CompanionsButton people={people} viewing="here" />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Shown if the menu lists other people. */
function CompanionsMark({ people }: KennelCompanionsProps) {
  if (people.length === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute top-2 right-2 size-2.5 rounded-full bg-brass-line ring-2 ring-background md:hidden"
    />
  );
}

/** The sidebar: the product's name, the kennel's name and the areas of the app. */
import type { ReactNode } from "react";
import { NavLink, useLocation } from "@/lib/router";
import { paths } from "@/app/paths";
import { preloadPage } from "@/app/preload-pages";
import { navigationEntries } from "@/app/screens";
import { KennelLogo } from "@/entities/kennels/kennel-logo";
import { Wordmark } from "@/components/wordmark";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";

type SidebarContentProps = {
  onNavigate?: () => void;
  /** Set if the top bar does not have the switcher. */
  chooser?: ReactNode;
};

export function SidebarContent({ onNavigate, chooser }: SidebarContentProps) {
  const { kennel, can } = useKennel();
  const { pathname } = useLocation();
  const entries = navigationEntries.filter((entry) => !entry.area || can(entry.area, "read"));
  return (
    <div className="flex h-full flex-col bg-sidebar text-sidebar-foreground">
      <div className="flex flex-col gap-3 border-b border-sidebar-border px-4 pt-4 pb-4">
        <Wordmark className="text-[#fbf8ef]" />
        <div className="flex min-w-0 items-center gap-2.5">
          <KennelLogo logoPath={kennel.logoPath} className="h-10 max-w-20 min-w-10 border-transparent" />
          <p className="font-title truncate text-base text-sidebar-muted" title={kennel.name}>
            {kennel.name}
          </p>
        </div>
      </div>
      {chooser}
      <nav aria-label="Main" data-tour="navigation" className="flex-1 overflow-y-auto px-2.5 py-3">
        <ul className="flex flex-col gap-0.5">
          {entries.map(({ label, path, icon: Icon, alsoUnder }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === paths.dashboard}
                onClick={onNavigate}
                onPointerEnter={() => preloadPage(path)}
                onTouchStart={() => preloadPage(path)}
                onFocus={() => preloadPage(path)}
                className={({ isActive }) =>
                  cn(
                    "relative flex h-11 items-center gap-3 rounded-md px-3 font-medium transition-colors hover:bg-sidebar-accent focus-visible:outline-[#e0b96b]",
                    (isActive || (alsoUnder !== undefined && pathname.startsWith(`${alsoUnder}/`))) &&
                      "bg-sidebar-accent font-semibold text-[#fbf8ef] after:absolute after:inset-y-2 after:left-0 after:w-[3px] after:rounded-full after:bg-[#c8984a]",
                  )
                }
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

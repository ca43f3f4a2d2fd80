/** The entries of the sidebar, in the product documents' order, and the history before the settings; an area appears here when it works. */
import {
  BellRing,
  Dog,
  HeartHandshake,
  History,
  LayoutDashboard,
  Settings,
  Stethoscope,
  type LucideIcon,
} from "lucide-react";
import { paths } from "@/app/paths";
import type { Area } from "@/hooks/use-kennel";

export type NavigationEntry = {
  label: string;
  path: string;
  icon: LucideIcon;
  /** The area a member must be allowed to read to see the entry; none for everybody. */
  area?: Area;
  /** Another address whose pages belong to the entry too. */
  alsoUnder?: string;
};

export const navigationEntries: readonly NavigationEntry[] = [
  { label: "Dashboard", path: paths.dashboard, icon: LayoutDashboard },
  { label: "Dogs", path: paths.dogs, icon: Dog, area: "dogs" },
  {
    label: "Breeding",
    path: paths.breeding,
    icon: HeartHandshake,
    area: "breeding",
    alsoUnder: paths.litters,
  },
  { label: "Health", path: paths.health, icon: Stethoscope, area: "health" },
  { label: "Reminders", path: paths.reminders, icon: BellRing, area: "reminders" },
  { label: "History", path: paths.history, icon: History },
  { label: "Settings", path: paths.settings, icon: Settings },
];

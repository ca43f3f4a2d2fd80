/** Which tab of Settings is open, kept in the address so that a link, a reload and the way back lead there. */
import { useLocation, useSearchParams } from "@/lib/router";

/** The tabs in their order, with what they are called. Sources: SET-01, decision GAP-SET-20. */
export const SETTINGS_TABS = {
  profile: "Profile",
  kennel: "Kennel",
  notifications: "Notifications",
  security: "Security",
  data: "Data & Backup",
  billing: "Billing",
  integrations: "Integrations",
} as const;
type SettingsTab = keyof typeof SETTINGS_TABS;

const isTab = (name: string | null): name is SettingsTab =>
  name !== null && Object.hasOwn(SETTINGS_TABS, name);

const FIRST_TAB: SettingsTab = "profile";

/** The tab that holds a part which links name by its mark alone. */
const TAB_OF_PART: Readonly<Record<string, SettingsTab>> = { "#team": "kennel" };

/** Returns the open tab, the first unless the address names another, and a way to open one. */
export function useSettingsTab(): [SettingsTab, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const { hash } = useLocation();
  const named = params.get("tab");
  const open = (tab: string) => setParams(tab === FIRST_TAB ? {} : { tab });
  return [isTab(named) ? named : (TAB_OF_PART[hash] ?? FIRST_TAB), open];
}

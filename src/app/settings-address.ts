/** The open tab of Settings. The tab is part of the address, so that links, reloads and the Back button work. */
import { useLocation, useSearchParams } from "@/lib/router";

/** In the order of the tabs. Sources: SET-01, decision GAP-SET-20. */
export const SETTINGS_TABS = {
  profile: "Profile",
  kennel: "Kennel",
  notifications: "Notifications",
  security: "Security",
  data: "Data & Backup",
  billing: "Billing",
  integrations: "Integrations",
  application: "Application Form",
} as const;
type SettingsTab = keyof typeof SETTINGS_TABS;

const isTab = (name: string | null): name is SettingsTab =>
  name !== null && Object.hasOwn(SETTINGS_TABS, name);

const FIRST_TAB: SettingsTab = "profile";

/** For links that name a part of the settings only by a fragment. */
const TAB_OF_PART: Readonly<Record<string, SettingsTab>> = { "#team": "kennel" };

/** The first tab is open by default. */
export function useSettingsTab(): [SettingsTab, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const { hash } = useLocation();
  const named = params.get("tab");
  const open = (tab: string) => setParams(tab === FIRST_TAB ? {} : { tab });
  return [isTab(named) ? named : (TAB_OF_PART[hash] ?? FIRST_TAB), open];
}

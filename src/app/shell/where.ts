/** Converts an address to the screen that other members see as this user's place. */
import { paths } from "@/app/paths";
import type { Where } from "@/hooks/use-stay";
import type { PresenceScreen } from "@domain/kennels/rules";

/** The keys are the first part of the path. `hasRecord` says whether the next part is a record's id. */
const SCREENS: Readonly<Record<string, { screen: PresenceScreen; hasRecord: boolean }>> = {
  dogs: { screen: "dogs", hasRecord: true },
  breeding: { screen: "breeding", hasRecord: true },
  litters: { screen: "litters", hasRecord: true },
  health: { screen: "health", hasRecord: false },
  reminders: { screen: "reminders", hasRecord: false },
  // The history counts as a part of the settings, where users also find it.
  history: { screen: "settings", hasRecord: false },
  settings: { screen: "settings", hasRecord: false },
};

/** Addresses below the dogs' address whose next part is not a dog's id. */
const WITHOUT_RECORD = [paths.imports, paths.population, paths.mates.replace(":dogId", "")];

export function whereIs(pathname: string): NonNullable<Where> {
  if (pathname.startsWith(paths.pedigreeDatabase)) return { screen: "pedigrees" };
  if (WITHOUT_RECORD.some((path) => pathname.startsWith(path))) return { screen: "dogs" };
  const [word = "", recordId] = pathname.slice(paths.dashboard.length).split("/").filter(Boolean);
  const known = SCREENS[word];
  if (!known) return { screen: "dashboard" };
  return { screen: known.screen, ...(known.hasRecord && recordId !== undefined && { recordId }) };
}

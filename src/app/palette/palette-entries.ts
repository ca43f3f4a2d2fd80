/**
 * What the command palette leads to besides what is recorded: the screens, settings and things to do, also with one dog
 * ('heat klara'), as far as one may.
 */
import {
  Archive,
  CalendarDays,
  CircleHelp,
  ClipboardList,
  Dog,
  FileHeart,
  HeartHandshake,
  Keyboard,
  LogOut,
  Moon,
  Network,
  PawPrint,
  Plus,
  Scale,
  Settings,
  Syringe,
  Thermometer,
  Users,
  type LucideIcon,
} from "lucide-react";
import { paths } from "@/app/paths";
import { navigationEntries } from "@/app/screens";
import type { Area, KennelContextValue } from "@/hooks/use-kennel";
import type { DogStatus, Gender } from "@domain/dogs/rules";
import { isDead, isGone } from "@domain/dogs/standing";
import { formatShortDay } from "@domain/formatting/formatting";
import { foldForSearch, hasWords, matchesWords, searchWords } from "@domain/text/text";

/** What needs no screen of its own. */
export type PaletteCommand = "reminder" | "theme" | "shortcuts" | "help" | "signOut";

export type PaletteEntry = {
  label: string;
  /** Where it leads, or what the palette does itself. */
  path: string | null;
  command?: PaletteCommand;
  icon: LucideIcon;
  /** Other words that people look for it by. */
  words?: string;
  /** What it is about, beside its label. */
  hint?: string;
  /** The dog that it is about, where the palette itself does it. */
  dogId?: string;
};

/** A dog that something can be done with. */
export type ActionDog = { id: string; name: string; gender: Gender; status: DogStatus };

type Guarded = PaletteEntry & {
  area?: Area;
  /** Whether it takes the right to money and contacts too. */
  isConfidential?: true;
  /** Where it leads with one dog; null for a dog that it does not fit. */
  forDog?: (dog: ActionDog) => Pick<PaletteEntry, "path" | "dogId"> | null;
};

/** Leads to a bitch's log of heats, or to more in it. */
const heatsOf = ({ id, ...dog }: ActionDog, more = "") =>
  dog.gender === "female" && !isGone(dog) ? { path: `${paths.breeding}?tab=heats&bitch=${id}${more}` } : null;

const WEIGH = "Weigh a litter";

const ACTIONS: readonly Guarded[] = [
  { label: "Add dog", path: `${paths.dogs}?add=1`, icon: Dog, area: "dogs", words: "new puppy bitch stud" },
  {
    label: "Add past dog",
    path: `${paths.dogs}?add=past`,
    icon: Archive,
    area: "dogs",
    words: "sold deceased died former ancestor",
  },
  {
    label: "Plan breeding",
    path: `${paths.breeding}?add=1`,
    icon: HeartHandshake,
    area: "breeding",
    words: "add breeding mating new",
    forDog: ({ id, gender, status }) =>
      status === "active"
        ? { path: `${paths.breeding}?add=1&${gender === "female" ? "dam" : "sire"}=${id}` }
        : null,
  },
  {
    label: WEIGH,
    path: `${paths.breeding}?tab=litters`,
    icon: Scale,
    area: "breeding",
    words: "puppies weights record",
  },
  {
    label: "Add health record",
    path: `${paths.health}?record=new`,
    icon: FileHeart,
    area: "health",
    words: "new examination treatment illness",
    forDog: ({ id }) => ({ path: `${paths.health}?record=new&for=${id}` }),
  },
  {
    label: "Record a shot",
    path: `${paths.health}?dose=new`,
    icon: Syringe,
    area: "health",
    words: "add vaccination immunization dose vaccine",
    forDog: (dog) => (isGone(dog) ? null : { path: `${paths.health}?dose=new&for=${dog.id}` }),
  },
  {
    label: "Record heat",
    path: `${paths.breeding}?tab=heats&heat=new`,
    icon: Thermometer,
    area: "breeding",
    words: "add season new",
    forDog: (dog) => heatsOf(dog, "&heat=new"),
  },
  {
    label: "Add reminder",
    path: null,
    command: "reminder",
    icon: Plus,
    area: "reminders",
    words: "new task due",
    forDog: (dog) => (isDead(dog) ? null : { path: null, dogId: dog.id }),
  },
];

/** What can only be done with one dog. */
const WEIGH_DOG: Guarded = {
  label: "Weigh",
  path: null,
  icon: Scale,
  area: "health",
  words: "weight",
  forDog: (dog) => (isGone(dog) ? null : { path: `${paths.dogs}/${dog.id}?tab=health` }),
};
const PEDIGREE: Guarded = {
  label: "Pedigree",
  path: null,
  icon: Network,
  area: "dogs",
  words: "ancestry ancestors inbreeding",
  forDog: ({ id }) => ({ path: `${paths.dogs}?ancestry=${id}` }),
};

/** What anybody may do at any time; offered to who searches for it. */
const COMMANDS: readonly Guarded[] = [
  {
    label: "Turn dark mode on or off",
    path: null,
    command: "theme",
    icon: Moon,
    words: "theme light night appearance",
  },
  {
    label: "Keyboard shortcuts",
    path: null,
    command: "shortcuts",
    icon: Keyboard,
    words: "keys hotkeys help",
  },
  {
    label: "Tour of Studbook",
    path: null,
    command: "help",
    icon: CircleHelp,
    words: "help how support tutorial guide manual",
  },
  { label: "Sign out", path: null, command: "signOut", icon: LogOut, words: "log out leave logout" },
];

const SCREENS: readonly Guarded[] = [
  ...navigationEntries.map(({ label, path, icon, area }) => ({
    label,
    path,
    icon,
    ...(area ? { area } : {}),
  })),
  {
    label: "Litters",
    path: `${paths.breeding}?tab=litters`,
    icon: PawPrint,
    area: "breeding",
    words: "puppies",
  },
  {
    label: "Heats",
    path: `${paths.breeding}?tab=heats`,
    icon: Thermometer,
    area: "breeding",
    words: "season",
    forDog: (dog) => heatsOf(dog),
  },
  {
    label: "Breeding calendar",
    path: `${paths.breeding}?tab=calendar`,
    icon: CalendarDays,
    area: "breeding",
    words: "due dates",
  },
  {
    label: "Waiting list",
    path: `${paths.breeding}?tab=waiting-list`,
    icon: Users,
    area: "breeding",
    isConfidential: true,
    words: "buyers applicants",
  },
  {
    label: "Breeding reports",
    path: `${paths.breeding}?tab=reports`,
    icon: ClipboardList,
    area: "breeding",
    words: "statistics charts",
  },
  {
    label: "Immunizations",
    path: `${paths.health}/immunizations`,
    icon: Syringe,
    area: "health",
    words: "shots vaccines vaccinations",
  },
  {
    label: "Vaccination schedule",
    path: `${paths.health}/schedule`,
    icon: Syringe,
    area: "health",
    words: "due overdue doses booked",
  },
  { label: "Health records", path: `${paths.health}/records`, icon: FileHeart, area: "health" },
];

const settings = (tab: string, label: string, words: string, area?: Area): Guarded => ({
  label,
  path: `${paths.settings}?tab=${tab}`,
  icon: Settings,
  hint: "Settings",
  words,
  ...(area && { area }),
});

/** The tabs of Settings by what stands on them; offered to who searches for it. */
const SETTINGS_PAGES: readonly Guarded[] = [
  settings("profile", "Profile", "name picture avatar email phone account"),
  settings("kennel", "Kennel", "logo address team members roles invite contract templates branding leave"),
  settings("notifications", "Notifications", "mail push messages digest quiet hours time zone"),
  settings(
    "security",
    "Security",
    "password two-factor authentication backup codes devices api keys sessions",
  ),
  settings("data", "Data & Backup", "export download restore csv delete account history privacy"),
  settings("billing", "Billing", "plan subscription upgrade price invoice payment", "billing"),
  settings("integrations", "Integrations", "calendar ical mail server smtp stripe payments"),
];

type Can = KennelContextValue["can"];

function matching(entries: readonly Guarded[], search: string): PaletteEntry[] {
  const words = searchWords(search);
  return entries.filter(({ label, words: more, hint }) => matchesWords(words, [label, more, hint]));
}

const allowed = (entries: readonly Guarded[], can: Can, access: "read" | "write"): Guarded[] =>
  entries.filter(
    ({ area, isConfidential }) =>
      (!area || can(area, access)) && (!isConfidential || can("finances", access)),
  );

/** Shorter words begin too many others. */
const MIN_VERB_LETTERS = 3;

/** What is to be done, and the name of the dog it is to be done with. */
type Verb = { actions: readonly Guarded[]; name: string };

/** Reads 'heat klara' as something to do and a dog's name; null where the first word begins nothing that one may do with a dog. */
export function readVerb(search: string, can: Can): Verb | null {
  const [verb = "", ...rest] = searchWords(search);
  if (verb.length < MIN_VERB_LETTERS || rest.length === 0) return null;
  const actions = [
    ...allowed([WEIGH_DOG, ...ACTIONS], can, "write"),
    ...allowed([PEDIGREE, ...SCREENS], can, "read"),
  ].filter(
    ({ label, words = "", forDog }) =>
      forDog !== undefined && hasWords([verb], foldForSearch(`${label} ${words}`)),
  );
  return actions.length === 0 ? null : { actions, name: rest.join(" ") };
}

/** Returns what is to be done with each of the dogs that were found by the name. */
export const findDogActions = ({ actions }: Verb, dogs: readonly ActionDog[]): PaletteEntry[] =>
  actions.flatMap((action) =>
    dogs.flatMap((dog) => {
      const aim = action.forDog?.(dog);
      return aim ? [{ ...action, ...aim, hint: dog.name }] : [];
    }),
  );

/** A litter that still has puppies here. */
export type LitterToWeigh = { litterId: string; damName: string; whelpingDate: string };

/** Litters that are offered before anything is typed. */
const LITTERS_AT_FIRST = 3;

/** Leads to the board of each litter, also by two initials ('wo' weighs Opal's), and to the list while there is none. */
function towards(entry: Guarded, litters: readonly LitterToWeigh[]): Guarded[] {
  if (entry.label !== WEIGH || litters.length === 0) return [entry];
  return litters.map(({ litterId, damName, whelpingDate }) => ({
    ...entry,
    path: `${paths.litters}/${litterId}/weigh`,
    words: `${entry.words ?? ""} ${entry.label.charAt(0)}${damName}`,
    hint: `${damName}, born ${formatShortDay(whelpingDate)}`,
  }));
}

/** Names an entry among all others. */
export const idOf = ({ label, path, dogId = "" }: PaletteEntry): string => `${label} ${path} ${dogId}`;

/** Used entries that are offered before anything is typed. */
const USED_AT_FIRST = 3;

/** Puts what the label itself says before what is found by other words, and among equals what was used last first. */
function byFitAndUse(search: string, used: readonly string[]) {
  const words = searchWords(search);
  const misfit = ({ label }: PaletteEntry) => Number(!hasWords(words, foldForSearch(label)));
  const place = (entry: PaletteEntry) =>
    used.includes(idOf(entry)) ? used.indexOf(idOf(entry)) : used.length;
  return (a: PaletteEntry, b: PaletteEntry): number => misfit(a) - misfit(b) || place(a) - place(b);
}

type FoundEntries = {
  /** What was used last, while nothing is typed; it stands in no other list then. */
  last: PaletteEntry[];
  actions: PaletteEntry[];
  screens: PaletteEntry[];
  /** Whether the best screen fits better than the best action, or was used later. */
  isScreenFirst: boolean;
};

/** Returns the actions that a person may begin and the screens that they may see, as far as they fit the search. */
export function findEntries(
  search: string,
  can: Can,
  litters: readonly LitterToWeigh[],
  used: readonly string[],
): FoundEntries {
  const isAsked = search !== "";
  const compare = byFitAndUse(search, used);
  const offered = isAsked ? litters : litters.slice(0, LITTERS_AT_FIRST);
  const actions = allowed(ACTIONS, can, "write").flatMap((entry) => towards(entry, offered));
  const screens = allowed(SCREENS, can, "read");
  const settingsPages = allowed(SETTINGS_PAGES, can, "read");
  const last = [...actions, ...COMMANDS, ...screens, ...settingsPages]
    .filter((entry) => !isAsked && used.includes(idOf(entry)))
    .toSorted(compare)
    .slice(0, USED_AT_FIRST);
  const find = (entries: readonly Guarded[]) =>
    matching(entries, search)
      .filter((entry) => !last.includes(entry))
      .toSorted(compare);
  const found = {
    actions: find(isAsked ? [...actions, ...COMMANDS] : actions),
    screens: find(isAsked ? [...screens, ...settingsPages] : screens),
  };
  const [action] = found.actions;
  const [screen] = found.screens;
  return { last, ...found, isScreenFirst: isAsked && !!screen && (!action || compare(screen, action) < 0) };
}

/** Returns what one can do about a search that found nothing. */
export function offersFor(search: string, can: Can): PaletteEntry[] {
  const name = new URLSearchParams({ add: "1", name: search });
  return [
    ...(can("dogs", "write")
      ? [{ label: `Add a dog named “${search}”`, path: `${paths.dogs}?${name.toString()}`, icon: Dog }]
      : []),
    ...COMMANDS.filter(({ command }) => command === "help"),
  ];
}

/**
 * The entries of the palette that are not records: the screens, settings and actions that the user may use, also
 * with a dog ('heat klara').
 */
import {
  Archive,
  CalendarDays,
  CircleHelp,
  ClipboardList,
  Dna,
  Dog,
  FileHeart,
  HeartHandshake,
  Keyboard,
  LogOut,
  Moon,
  Network,
  PawPrint,
  Plus,
  Printer,
  Scale,
  Search,
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
import { healthOf, heatsOf, pageOf, WAITING_LIST } from "@domain/history/places";
import { foldForSearch, hasWords, matchesWords, searchWords } from "@domain/text/text";

/** Actions without a screen of their own. */
export type PaletteCommand = "reminder" | "theme" | "shortcuts" | "help" | "signOut";

export type PaletteEntry = {
  label: string;
  /** Null for an action of the palette. */
  path: string | null;
  command?: PaletteCommand;
  icon: LucideIcon;
  /** Further words that find the entry. */
  words?: string;
  /** Shown beside the label. */
  hint?: string;
  /** Set for an action of the palette on one dog. */
  dogId?: string;
};

export type ActionDog = { id: string; name: string; gender: Gender; status: DogStatus };

type Guarded = PaletteEntry & {
  area?: Area;
  /** Whether the entry also requires the right to money and contacts. */
  isConfidential?: true;
  /** Null if the action does not suit the dog. */
  forDog?: (dog: ActionDog) => Pick<PaletteEntry, "path" | "dogId"> | null;
};

/** `more` is the address of an action on the bitch's heat log. */
const heatLog = ({ id, ...dog }: ActionDog, more = "") =>
  dog.gender === "female" && !isGone(dog) ? { path: `${heatsOf(id)}${more}` } : null;

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
    forDog: (dog) => heatLog(dog, "&heat=new"),
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

const WEIGH_DOG: Guarded = {
  label: "Weigh",
  path: null,
  icon: Scale,
  area: "health",
  words: "weight",
  forDog: (dog) => (isGone(dog) ? null : { path: healthOf(dog.id) }),
};
const PEDIGREE: Guarded = {
  label: "Pedigree",
  path: null,
  icon: Network,
  area: "dogs",
  words: "ancestry ancestors inbreeding",
  forDog: ({ id }) => ({ path: `${paths.dogs}?ancestry=${id}` }),
};
const FIND_MATE: Guarded = {
  label: "Find a mate",
  path: null,
  icon: Search,
  area: "dogs",
  words: "mates stud partner match whom rare lines",
  forDog: (dog) => (isGone(dog) ? null : { path: paths.mates.replace(":dogId", dog.id) }),
};
const CERTIFICATE: Guarded = {
  label: "Print pedigree",
  path: null,
  icon: Printer,
  area: "dogs",
  words: "certificate pdf",
  forDog: ({ id }) => ({ path: `${paths.dogs}?certificate=${id}` }),
};

/** Found by searching, without a dog. */
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
    ...(path === paths.dashboard ? { words: "today due overdue alerts tasks now start home" } : {}),
  })),
  {
    label: "Pedigree database",
    path: paths.pedigreeDatabase,
    icon: Network,
    area: "dogs",
    words: "ancestors inbreeding coefficient coi kinship relatives import gedcom",
  },
  {
    label: "Breed diversity",
    path: paths.population,
    icon: Dna,
    area: "dogs",
    words: "population genetics kinship founders effective size popular sires rare lines ne",
  },
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
    forDog: (dog) => heatLog(dog),
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
    path: WAITING_LIST,
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

/** Tabs of Settings, found by searching for their content. */
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

/** Words that a search ignores: 'what is due today' searches for 'due'. */
const EMPTY_WORDS = new Set(
  "a all an are do for i is me my of our show that the to what when where which who".split(" "),
);

/** Leaves out the ignored words, unless all words are ignored words. */
function tellingWords(search: string): string[] {
  const words = searchWords(search);
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return telling.length === 0 ? words : telling;
}

function matching(entries: readonly Guarded[], search: string): PaletteEntry[] {
  const words = tellingWords(search);
  return entries.filter(({ label, words: more, hint }) => matchesWords(words, [label, more, hint]));
}

const allowed = (entries: readonly Guarded[], can: Can, access: "read" | "write"): Guarded[] =>
  entries.filter(
    ({ area, isConfidential }) =>
      (!area || can(area, access)) && (!isConfidential || can("finances", access)),
  );

/** Fewer letters would match too many words. */
const MIN_VERB_LETTERS = 3;

type Verb = { actions: readonly Guarded[]; name: string };

/**
 * Splits 'heat klara' or 'print pedigree klara' into an action and the name of a dog. An action can have several
 * words. Returns null if no allowed dog action begins with the first word.
 */
export function readVerb(search: string, can: Can): Verb | null {
  const words = searchWords(search);
  if ((words[0] ?? "").length < MIN_VERB_LETTERS) return null;
  const possible = [
    ...allowed([WEIGH_DOG, ...ACTIONS], can, "write"),
    ...allowed([PEDIGREE, CERTIFICATE, FIND_MATE, ...SCREENS], can, "read"),
  ].filter(({ forDog }) => forDog !== undefined);
  for (let length = words.length - 1; length > 0; length -= 1) {
    const verb = words.slice(0, length);
    const actions = possible.filter(({ label, words: more = "" }) =>
      hasWords(verb, foldForSearch(`${label} ${more}`)),
    );
    if (actions.length > 0) return { actions, name: words.slice(length).join(" ") };
  }
  return null;
}

/** `dogs` were found by the name in the search. */
export const findDogActions = ({ actions }: Verb, dogs: readonly ActionDog[]): PaletteEntry[] =>
  actions.flatMap((action) =>
    dogs.flatMap((dog) => {
      const aim = action.forDog?.(dog);
      return aim ? [{ ...action, ...aim, hint: dog.name }] : [];
    }),
  );

/** Some of the litter's puppies are still in the kennel. */
export type LitterToWeigh = { litterId: string; damName: string; whelpingDate: string };

/** Shown before the user types. */
const LITTERS_AT_FIRST = 3;

/**
 * Links to the weighing screen of each litter. Two initials also find such a link: 'wo' weighs Opal's litter.
 * Without a litter, links to the list of litters.
 */
function towards(entry: Guarded, litters: readonly LitterToWeigh[]): Guarded[] {
  if (entry.label !== WEIGH || litters.length === 0) return [entry];
  return litters.map(({ litterId, damName, whelpingDate }) => ({
    ...entry,
    path: `${pageOf("litters", litterId)}/weigh`,
    words: `${entry.words ?? ""} ${entry.label.charAt(0)}${damName}`,
    hint: `${damName}, born ${formatShortDay(whelpingDate)}`,
  }));
}

export const idOf = ({ label, path, dogId = "" }: PaletteEntry): string => `${label} ${path} ${dogId}`;

/** Shown before the user types. */
const USED_AT_FIRST = 3;

/**
 * Entries whose label matches are before entries that match by other words. Equal entries are sorted by their last
 * use.
 */
function byFitAndUse(search: string, used: readonly string[]) {
  const words = tellingWords(search);
  const misfit = ({ label }: PaletteEntry) => Number(!hasWords(words, foldForSearch(label)));
  const place = (entry: PaletteEntry) =>
    used.includes(idOf(entry)) ? used.indexOf(idOf(entry)) : used.length;
  return (a: PaletteEntry, b: PaletteEntry): number => misfit(a) - misfit(b) || place(a) - place(b);
}

type FoundEntries = {
  /** The recent entries while nothing is typed. No other list contains these entries then. */
  last: PaletteEntry[];
  actions: PaletteEntry[];
  screens: PaletteEntry[];
  /** Whether the best screen goes before the best action, because it matches better or was used later. */
  isScreenFirst: boolean;
};

/** Includes only what the user may use. */
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

/** Offers next steps after a search without results. */
export function offersFor(search: string, can: Can): PaletteEntry[] {
  const name = new URLSearchParams({ add: "1", name: search });
  return [
    ...COMMANDS.filter(({ command }) => command === "help"),
    ...(can("dogs", "write")
      ? [{ label: `Add a dog named “${search}”`, path: `${paths.dogs}?${name.toString()}`, icon: Dog }]
      : []),
  ];
}

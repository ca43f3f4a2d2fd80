/**
 * The command palette. The user types to find a dog or another record (searched in the server's indexes), a screen,
 * a setting or an action. An action can name its dog, such as 'heat klara'. Arrow keys choose, Enter opens, Escape
 * closes. Without a search, the palette shows actions and the recently opened entries, which this browser stores
 * for each kennel.
 */
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Command } from "cmdk";
import { Dog as DogIcon, Search } from "lucide-react";
import { useNavigate } from "@/lib/router";
import { paths } from "@/app/paths";
import {
  findDogActions,
  findEntries,
  idOf,
  offersFor,
  readVerb,
  type ActionDog,
  type PaletteCommand,
  type LitterToWeigh,
  type PaletteEntry,
} from "@/app/palette/palette-entries";
import { useFoundRecords } from "@/app/palette/use-found-records";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { GivenReminder } from "@/entities/reminders/reminder-form";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useTheme } from "@/hooks/use-theme";
import { useToday } from "@/hooks/use-today";
import { useIdentity } from "@/identity/identity";
import { isSameText } from "@domain/text/text";
import { api } from "@convex/_generated/api";
import { readStored, writeStored } from "@/lib/browser-storage";

type Recent = { id: string; name: string };

/** The limits of stored recent entries. Dogs are counted separately. */
const MAX_RECENT = { dogs: 5, entries: 20 };

type Kind = keyof typeof MAX_RECENT;

const keyOf = (kind: Kind, kennelId: string): string => `studbook.palette.recent.${kind}.${kennelId}`;

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "name" in value &&
    typeof value.id === "string" &&
    typeof value.name === "string"
  );
}

/** Newest first. Invalid stored text counts as empty. */
function readRecent(kind: Kind, kennelId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(kind, kennelId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT[kind]) : [];
  } catch {
    return [];
  }
}

function remember(kind: Kind, kennelId: string, opened: Recent): void {
  const others = readRecent(kind, kennelId).filter(({ id }) => id !== opened.id);
  writeStored(keyOf(kind, kennelId), JSON.stringify([opened, ...others].slice(0, MAX_RECENT[kind])));
}

const SEARCH_DELAY_MS = 150;
/** The user types more letters to find other dogs. */
const MAX_DOGS = 6;

type FoundDog = { id: string; name: string; hint: string };
type FoundDogs<Dog = FoundDog> = { dogs: readonly Dog[]; isLoading: boolean };

const NO_DOGS: FoundDogs<never> = { dogs: [], isLoading: false };

/** Empty without a search. */
function useSearchedDogs(search: string): FoundDogs<FoundDog & ActionDog> {
  const { kennelId, can } = useKennel();
  const settled = useDebouncedValue(search, SEARCH_DELAY_MS);
  const canRead = can("dogs", "read");
  const request = { kennelId, page: 1, limit: MAX_DOGS, hasGoneLast: true, search: settled };
  const result = useLiveQuery(api.dogs.dogs.list, canRead && settled !== "" ? request : "skip");
  if (!canRead || search === "") return NO_DOGS;
  const isLoading = settled !== search || result.status === "loading";
  const dogs = (isLoading ? [] : (result.data?.data ?? [])).slice(0, MAX_DOGS);
  return {
    dogs: dogs.map(({ _id, name, callName, breed, gender, status }) => ({
      id: _id,
      name,
      hint: [callName ? `“${callName}”` : "", breed].filter(Boolean).join(" · "),
      gender,
      status,
    })),
    isLoading,
  };
}

/** Without a search, returns the recently opened dogs. */
function useFoundDogs(search: string): FoundDogs {
  const { kennelId, can } = useKennel();
  const [recent] = useState(() => readRecent("dogs", kennelId));
  const searched = useSearchedDogs(search);
  if (search !== "" || !can("dogs", "read")) return searched;
  return { dogs: recent.map((dog) => ({ ...dog, hint: "" })), isLoading: false };
}

/** Searches dogs by the words after the first word of a search. */
function useDogActions(search: string): { dogActions: PaletteEntry[]; isLoading: boolean } {
  const { can } = useKennel();
  const verb = readVerb(search, can);
  const { dogs, isLoading } = useSearchedDogs(verb?.name ?? "");
  return { dogActions: verb ? findDogActions(verb, dogs) : [], isLoading };
}

const NO_LITTERS: readonly LitterToWeigh[] = [];

/** For users who may record weights, youngest litter first. The dashboard runs the same query. */
function useLittersToWeigh(): { litters: readonly LitterToWeigh[]; isLoading: boolean } {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const dayStartsAt = new Date(`${today}T00:00:00`).getTime();
  const mayWeigh = can("breeding", "write");
  const agenda = useLiveQuery(
    api.dashboard.dashboard.breedingAgenda,
    mayWeigh ? { kennelId, today, dayStartsAt } : "skip",
  );
  return {
    litters: agenda.data?.litters ?? NO_LITTERS,
    isLoading: mayWeigh && agenda.status === "loading",
  };
}

const LAST = "Used last";
const ACTIONS = "Actions";
const RECORDS = "Records";
const OFFERS = "You can";
const SCREENS = "Go to";

const valueOfDog = ({ id }: FoundDog): string => `dog ${id}`;
const valueOf = (heading: string, entry: PaletteEntry): string => `${heading} ${idOf(entry)}`;

type Opened = Pick<PaletteEntry, "path" | "command" | "dogId">;

type EntryGroup = { heading: string; entries: readonly PaletteEntry[] };

type Target = { name: string; value: string; open: () => void };

type PaletteDialogProps = {
  /** Returns the text that was typed before the palette was loaded. Enter has added a line end. */
  readTyped: () => string;
  /** Called when the palette's field has the focus. */
  onReady: () => void;
  onClose: () => void;
  /** `given` has the first values of the form. */
  onAddReminder: (given: GivenReminder) => void;
  onShortcuts: () => void;
  onHelp: () => void;
};

/** Opens the address of an entry, or runs its action. */
function useOpening(props: PaletteDialogProps): (entry: Opened) => void {
  const { onClose, onAddReminder, onShortcuts, onHelp } = props;
  const navigate = useNavigate();
  const { isDark, setDark } = useTheme();
  const { signOut } = useIdentity();
  const commands: Record<PaletteCommand, (dogId: string | undefined) => void> = {
    reminder: (dogId) => onAddReminder(dogId === undefined ? {} : { dogId }),
    theme: () => setDark(!isDark),
    shortcuts: onShortcuts,
    help: onHelp,
    signOut: () => void signOut(),
  };
  return ({ path, command, dogId }) => {
    onClose();
    if (command) commands[command](dogId);
    else if (path !== null) void navigate(path);
  };
}

export function PaletteDialog(props: PaletteDialogProps) {
  const { onClose, onReady } = props;
  const { kennelId, can } = useKennel();
  const go = useOpening(props);
  const [typedBefore] = useState(props.readTyped);
  useEffect(onReady, [onReady]);
  const [typed, setTyped] = useState(typedBefore.replace("\n", ""));
  const search = typed.trim();
  const foundDogs = useFoundDogs(search);
  const { dogs } = foundDogs;
  const { dogActions, isLoading: isLoadingActions } = useDogActions(search);
  const toWeigh = useLittersToWeigh();
  const isLoading = foundDogs.isLoading || isLoadingActions;
  const settled = useDebouncedValue(search, SEARCH_DELAY_MS);
  const found = useFoundRecords(settled);
  const records = settled === search ? found.records : [];
  const isSearching = isLoading || found.isLoading || settled !== search;
  const [used] = useState(() => readRecent("entries", kennelId).map(({ id }) => id));
  const entries = findEntries(search, can, toWeigh.litters, used);
  const { last, screens } = entries;
  const actions = [...entries.actions, ...dogActions];
  // If the search names an action and a dog, the palette does not offer to create a dog with that name.
  const isActionFirst = dogActions.length > 0;
  const isNothing = !isSearching && dogs.length + records.length + actions.length + screens.length === 0;
  const offers = isNothing ? offersFor(search, can) : [];

  // The best match is marked, even if the dogs arrive after the screens. Enter waits for the dogs.
  const [marked, setMarked] = useState("");
  const [isAwaited, setAwaited] = useState(typedBefore.endsWith("\n"));
  // After the user has chosen an entry with the arrow keys, that entry stays marked when more results arrive.
  const [isChosen, setChosen] = useState(false);
  const openDog = ({ id, name }: FoundDog) => {
    remember("dogs", kennelId, { id, name });
    go({ path: `${paths.dogs}/${id}` });
  };
  const openEntry = (entry: PaletteEntry) => {
    if ([...last, ...entries.actions, ...screens].includes(entry)) {
      remember("entries", kennelId, { id: idOf(entry), name: entry.label });
    }
    go(entry);
  };
  const actionGroup = { heading: ACTIONS, entries: actions };
  const screenGroup = { heading: SCREENS, entries: screens };
  const isScreenFirst = entries.isScreenFirst && !isActionFirst;
  const before = isActionFirst ? [actionGroup] : [{ heading: LAST, entries: last }];
  const after = [
    ...(isScreenFirst ? [screenGroup] : []),
    ...(isActionFirst ? [] : [actionGroup]),
    ...(isScreenFirst ? [] : [screenGroup]),
    { heading: RECORDS, entries: records },
    { heading: OFFERS, entries: offers },
  ];
  const targetsOf = (groups: readonly EntryGroup[]): Target[] =>
    groups.flatMap((group) =>
      group.entries.map((entry) => ({
        name: entry.label,
        value: valueOf(group.heading, entry),
        open: () => openEntry(entry),
      })),
    );
  const targets: Target[] = [
    ...targetsOf(before),
    ...dogs.map((dog) => ({ name: dog.name, value: valueOfDog(dog), open: () => openDog(dog) })),
    ...targetsOf(after),
  ];
  const best = targets.find(({ name }) => isSameText(name, search)) ?? targets[0];
  const bestValue = best?.value ?? "";
  const [lastBest, setLastBest] = useState("");
  if (bestValue !== lastBest) {
    setLastBest(bestValue);
    if (!isChosen) setMarked(bestValue);
  }
  const openBest = useEffectEvent(() => {
    setAwaited(false);
    // An offer is never marked: Enter must not start an offer because nothing was found.
    if (!isNothing) best?.open();
  });
  // Dogs are first in the list, so other results are awaited only if no dog was found.
  const isLitterAwaited = search !== "" && dogs.length === 0 && toWeigh.isLoading;
  const isOpenQuestion = isLoading || isLitterAwaited || (best === undefined && isSearching);
  const isAnswered = isAwaited && !isOpenQuestion;
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(openBest, 0);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        hideClose
        // The list is always open, so Escape closes the whole palette.
        onEscapeKeyDown={onClose}
        className="top-2 bottom-auto mx-2 max-h-[80dvh] w-auto rounded-xl sm:top-[12vh] sm:mx-0 sm:max-h-[76dvh] sm:w-full sm:max-w-xl sm:translate-y-0"
      >
        <DialogTitle className="sr-only">Search and Commands</DialogTitle>
        <DialogDescription className="sr-only">
          Find a dog, a record, a screen or an action. Choose with the arrow keys, open with Enter.
        </DialogDescription>
        <Command
          shouldFilter={false}
          loop
          label="Search and Commands"
          value={marked}
          // After an entry disappears, the list component reports an empty value, although another entry is already
          // marked.
          onValueChange={(value) => (value === "" ? undefined : setMarked(value))}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") setChosen(true);
            if (event.key !== "Enter" || !isOpenQuestion || isChosen) return;
            event.preventDefault();
            setAwaited(true);
          }}
          className="flex min-h-0 flex-col"
        >
          <div className="flex items-center gap-3 border-b px-4">
            <Search aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            <Command.Input
              autoFocus
              value={typed}
              onValueChange={(text) => {
                setTyped(text);
                setAwaited(false);
                setChosen(false);
              }}
              placeholder="Find a dog, record, screen or action..."
              className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
            />
            <kbd className="hidden rounded border px-1.5 text-xs text-muted-foreground sm:inline">Esc</kbd>
          </div>
          <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
            {before.map((group) => (
              <Entries key={group.heading} {...group} onGo={openEntry} />
            ))}
            <Group heading={search === "" ? "Recently opened" : "Dogs"} isShown={dogs.length > 0}>
              {dogs.map((dog) => (
                <Item
                  key={dog.id}
                  value={valueOfDog(dog)}
                  icon={<DogIcon aria-hidden />}
                  onSelect={() => openDog(dog)}
                >
                  <span className="font-semibold">{dog.name}</span>
                  {dog.hint ? <span className="text-muted-foreground"> {dog.hint}</span> : null}
                </Item>
              ))}
            </Group>
            {after.map((group) => (
              <Entries key={group.heading} {...group} onGo={openEntry} />
            ))}
          </Command.List>
          <p
            role="status"
            className={isSearching || isNothing ? "px-4 pb-4 text-muted-foreground" : "sr-only"}
          >
            {isSearching ? "Searching..." : isNothing ? `Nothing found for “${search}”` : ""}
          </p>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

type EntriesProps = EntryGroup & { onGo: (entry: PaletteEntry) => void };

function Entries({ heading, entries, onGo }: EntriesProps) {
  return (
    <Group heading={heading} isShown={entries.length > 0}>
      {entries.map((entry) => {
        const { label, icon: Icon, hint } = entry;
        const value = valueOf(heading, entry);
        return (
          <Item key={value} value={value} icon={<Icon aria-hidden />} onSelect={() => onGo(entry)}>
            {label}
            {hint ? <span className="text-muted-foreground"> {hint}</span> : null}
          </Item>
        );
      })}
    </Group>
  );
}

type GroupProps = { heading: string; isShown: boolean; children: ReactNode };

function Group({ heading, isShown, children }: GroupProps) {
  if (!isShown) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = { value: string; icon: ReactNode; onSelect: () => void; children: ReactNode };

function Item({ value, icon, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Command.Item>
  );
}

/**
 * Results of a kennel's breedings and litters: conception rate, litter size, losses, by sire, dam and year. A rate
 * is a percentage with one decimal, and null if the divisor is 0. Source: decision GAP-BRD-12.
 */
import { BREEDING_STATUSES, type BreedingStatus } from "../breedings/rules";
import { daysBetween } from "../dates/calendar-days";

export interface CountedBreeding {
  readonly status: BreedingStatus;
  /** The breeding was canceled before the mating. */
  readonly isCalledOff?: boolean | undefined;
  /** The mating is in the future, so it has no result yet, regardless of its status. */
  readonly isAhead?: boolean | undefined;
  readonly breedingDate: string;
  /** The id of a record, or a name. */
  readonly sireKey: string | null;
  readonly damKey: string | null;
}

export interface CountedLitter {
  readonly breeding: CountedBreeding;
  readonly whelpingDate: string;
  readonly numberBorn: number;
  readonly numberAlive: number;
  readonly numberMales: number;
  readonly numberFemales: number;
}

export interface Figures {
  readonly breedings: number;
  /** The matings with a pregnancy, and the matings with a known outcome. */
  readonly conceived: number;
  readonly decided: number;
  readonly conceptionRate: number | null;
  readonly litters: number;
  readonly born: number;
  readonly alive: number;
  readonly males: number;
  readonly females: number;
  readonly averageLitterSize: number | null;
  readonly lossRate: number | null;
}

const CONCEIVED: ReadonlySet<BreedingStatus> = new Set(["confirmed", "whelped", "completed"]);
const SUCCEEDED: ReadonlySet<BreedingStatus> = new Set(["whelped", "completed"]);

const rounded = (value: number): number => Math.round(value * 10) / 10;

const percentage = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded((part / whole) * 100);

const sumOf = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0);

const isFailedMating = ({ status, isCalledOff, isAhead }: CountedBreeding): boolean =>
  status === "failed" && isCalledOff !== true && isAhead !== true;

const countIn = (breedings: readonly CountedBreeding[], statuses: ReadonlySet<BreedingStatus>): number =>
  breedings.filter(({ status, isAhead }) => isAhead !== true && statuses.has(status)).length;

/** Planned and canceled breedings have no outcome. Breedings with the status `bred` have no outcome yet. */
export function figuresOf(breedings: readonly CountedBreeding[], litters: readonly CountedLitter[]): Figures {
  const conceived = countIn(breedings, CONCEIVED);
  const decided = conceived + breedings.filter(isFailedMating).length;
  const born = sumOf(litters, ({ numberBorn }) => numberBorn);
  const alive = sumOf(litters, ({ numberAlive }) => numberAlive);
  return {
    breedings: breedings.length,
    conceived,
    decided,
    conceptionRate: percentage(conceived, decided),
    litters: litters.length,
    born,
    alive,
    males: sumOf(litters, ({ numberMales }) => numberMales),
    females: sumOf(litters, ({ numberFemales }) => numberFemales),
    averageLitterSize: litters.length === 0 ? null : rounded(born / litters.length),
    lossRate: percentage(born - alive, born),
  };
}

export interface Summary extends Figures {
  readonly byStatus: Record<BreedingStatus, number>;
  /** The percentage of breedings with puppies among all breedings with a known outcome. */
  readonly successRate: number | null;
  readonly averageGestationDays: number | null;
}

export function summarize(breedings: readonly CountedBreeding[], litters: readonly CountedLitter[]): Summary {
  const count = (status: BreedingStatus) => breedings.filter((each) => each.status === status).length;
  const byStatus = Object.fromEntries(BREEDING_STATUSES.map((status) => [status, count(status)])) as Record<
    BreedingStatus,
    number
  >; // The object has an entry for every status.
  const succeeded = countIn(breedings, SUCCEEDED);
  const timed = litters.filter(({ breeding }) => breeding.isAhead !== true);
  const gestation = sumOf(timed, ({ breeding, whelpingDate }) =>
    daysBetween(breeding.breedingDate, whelpingDate),
  );
  return {
    ...figuresOf(breedings, litters),
    byStatus,
    successRate: percentage(succeeded, succeeded + breedings.filter(isFailedMating).length),
    averageGestationDays: timed.length === 0 ? null : rounded(gestation / timed.length),
  };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export interface Group extends Figures {
  readonly key: string;
}

/** The parent with the most puppies is first. */
export function byParent(
  breedings: readonly CountedBreeding[],
  litters: readonly CountedLitter[],
  role: "sireKey" | "damKey",
): Group[] {
  const littersOf = grouped(litters, ({ breeding }) => breeding[role]);
  return [...grouped(breedings, (breeding) => breeding[role])]
    .map(([key, group]) => ({ key, ...figuresOf(group, littersOf.get(key) ?? []) }))
    .sort((one, other) => other.born - one.born || other.breedings - one.breedings);
}

const yearOf = (day: string): string => day.slice(0, 4);

/** The newest year is first. Matings count in the year of mating, litters in the year of whelping. */
export function byYear(breedings: readonly CountedBreeding[], litters: readonly CountedLitter[]): Group[] {
  const matings = grouped(breedings, ({ breedingDate }) => yearOf(breedingDate));
  const births = grouped(litters, ({ whelpingDate }) => yearOf(whelpingDate));
  return [...new Set([...matings.keys(), ...births.keys()])]
    .sort((one, other) => other.localeCompare(one))
    .map((key) => ({ key, ...figuresOf(matings.get(key) ?? [], births.get(key) ?? []) }));
}

/** Shares of a dog's owners, in percent. An owner has a share from `from` until the day before `until`. */
import { MAX_OWNERS_PER_DOG } from "./rules";
import type { FieldErrors } from "../errors";
import { formatDay } from "../formatting/formatting";

interface Share {
  readonly share?: number | null | undefined;
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

const WHOLE = 100;

export const checkOwnerDays = ({ from, until }: Share): FieldErrors =>
  from && until && until < from ? { until: "Until cannot be before From" } : {};

export interface NamedOwner {
  readonly name: string;
  /** In percent; null if the cell contains no share. */
  readonly share: number | null;
}

/** A share after a name, 'Anna Berg (50%)' or 'Anna Berg 1/2', or before a name: '50 % Anna Berg'. */
const SHARE = "(?:(\\d{1,3}(?:[.,]\\d{1,9})?) ?[%\uff05]|(\\d{1,2}) ?/ ?(\\d{1,2}))";
const BEHIND = new RegExp(`${SHARE} ?[)\\]\uff09]?$`, "u");
const BEFORE = new RegExp(`^${SHARE}`, "u");

const SIGNS = " ,:([-\uff08";

function plain(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SIGNS.includes(text.charAt(start))) start += 1;
  while (end > start && SIGNS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function readOwner(text: string): NamedOwner {
  const behind = BEHIND.exec(text);
  const found = behind ?? BEFORE.exec(text);
  const name = plain(behind ? text.slice(0, behind.index) : text.slice(found?.[0].length ?? 0));
  const isWhole = found !== null && !/\d$/u.test(text.slice(0, found.index));
  if (name === "" || !isWhole) return { name: text, share: null };
  const [, percent, part, whole] = found;
  const share =
    percent === undefined
      ? Math.round((WHOLE * WHOLE * Number(part)) / Number(whole)) / WHOLE
      : Number(percent.replace(",", "."));
  return { name, share };
}

/** Separators of owners: a semicolon, a bar or a line end, and a comma after a share. */
const SEPARATOR = /[;|\n\uff1b]|(?<=(?:[%\uff05]|\/\s*\d{1,2})[)\]\uff09]?),/u;

/** Reads the owners in a cell: 'Anna Berg (50%); Ben Stern (50%)'. */
export const readOwners = (cell: string): NamedOwner[] =>
  cell
    .split(SEPARATOR)
    .map((text) => text.replace(/\s+/gu, " ").trim())
    .filter((text) => text !== "")
    .map(readOwner);

export function checkOwnersOfFile(owners: readonly NamedOwner[]): string | null {
  if (owners.length > MAX_OWNERS_PER_DOG) return `A dog has at most ${MAX_OWNERS_PER_DOG} owners`;
  if (owners.some(({ share }) => share !== null && !(share > 0 && share <= WHOLE)))
    return `Share must be more than 0 and at most ${WHOLE} percent`;
  const [first, ...others] = owners.filter(({ share }) => share !== null);
  return first ? (checkShares(first, others).share ?? null) : null;
}

export const ownersText = (owners: readonly NamedOwner[]): string =>
  owners.map(({ name, share }) => (share === null ? name : `${name} (${share}%)`)).join("; ");

const startOf = ({ from }: Share): string => from ?? "";
const isOn = (share: Share, day: string): boolean =>
  startOf(share) <= day && (!share.until || day < share.until);

/** The sum of the shares may never exceed 100 percent. */
export function checkShares(owner: Share, others: readonly Share[]): FieldErrors {
  if (!owner.share) return {};
  const starts = [owner, ...others].map(startOf).filter((day) => isOn(owner, day));
  for (const day of starts.sort()) {
    const sum = [owner, ...others]
      .filter((share) => isOn(share, day))
      .reduce((total, { share }) => total + (share ?? 0), 0);
    // Thirds are entered with two decimals.
    const percent = Math.round(sum * WHOLE) / WHOLE;
    if (percent > WHOLE) {
      const since = day === "" ? "" : ` from ${formatDay(day)}`;
      return { share: `All shares together would be ${percent}%${since}` };
    }
  }
  return {};
}

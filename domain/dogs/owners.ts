/** Shares of a dog's owners, in percent. An owner has a share from `from` until the day before `until`. Pure. */
import type { FieldErrors } from "../errors";
import { formatDay } from "../formatting/formatting";

interface Share {
  readonly share?: number | null | undefined;
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

const WHOLE = 100;

/** Checks that an owner does not end before they begin. */
export const checkOwnerDays = ({ from, until }: Share): FieldErrors =>
  from && until && until < from ? { until: "Until cannot be before From" } : {};

const startOf = ({ from }: Share): string => from ?? "";
const isOn = (share: Share, day: string): boolean =>
  startOf(share) <= day && (!share.until || day < share.until);

/** Checks that the shares never exceed the whole dog as long as an owner has a share. */
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

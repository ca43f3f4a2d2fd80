/** What a deposit may be beside its price. */
import type { FieldErrors } from "../errors";

interface Amounts {
  readonly priceCents?: number | null | undefined;
  readonly depositCents?: number | null | undefined;
}

/** Refuses a deposit of more than the whole price, at its field; without a price any deposit may stand. */
export const checkDeposit = ({ priceCents, depositCents }: Amounts): FieldErrors =>
  (priceCents ?? Infinity) < (depositCents ?? 0)
    ? { depositCents: "Deposit cannot be more than the price" }
    : {};

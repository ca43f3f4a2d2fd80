/** Checks that a deposit is not too high. */
import type { FieldErrors } from "../errors";

interface Amounts {
  readonly priceCents?: number | null | undefined;
  readonly depositCents?: number | null | undefined;
}

/** The error is at the deposit's field. Without a price, any deposit is valid. */
export const checkDeposit = ({ priceCents, depositCents }: Amounts): FieldErrors =>
  (priceCents ?? Infinity) < (depositCents ?? 0)
    ? { depositCents: "Deposit cannot be more than the price" }
    : {};

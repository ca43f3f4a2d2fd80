/**
 * The phone number of a clinic in the stored form: the digits as (###) ###-####, at most 14 characters. A number
 * that starts with + belongs to another country and stays unchanged. Sources: document 001 section 5, decision
 * GAP-VET-03.
 */
import { formatPhone } from "../formatting/formatting";

const PHONE_DIGITS = 10;

export function formatClinicPhone(typed: string): string {
  const text = typed.trim();
  if (text.startsWith("+")) return text;
  const digits = text.replace(/\D/g, "");
  // No area code begins with 1, so a 1 at the start is the country code.
  const national = digits.length > PHONE_DIGITS && digits.startsWith("1") ? digits.slice(1) : digits;
  return formatPhone(national.slice(0, PHONE_DIGITS));
}

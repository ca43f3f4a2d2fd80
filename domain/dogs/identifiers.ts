/**
 * Warnings about unusual microchip and registration numbers. Chips and registries of the whole world and of past
 * decades are in use, so every form of number is accepted. Sources: ISO 11784 and 11785 (15 digits: a country of
 * ISO 3166 or a maker's code from 900, then 12 digits), and the older chips of 9 digits (AVID) and of 10 letters
 * and digits (FECAVA, Trovan).
 */
import { foldNumber } from "../text/text";

/** No dog has a chip with this code, which only test chips have. */
const TEST_CHIP_CODE = "999";

/** Returns null if the number fits a known kind of chip. */
export function warnOfMicrochip(number: string | null): string | null {
  if (number === null) return null;
  // AVID prints its numbers with asterisks.
  const chip = foldNumber(number).replace(/[*.]/g, "");
  if (/^\d{15}$/.test(chip)) {
    const code = chip.slice(0, 3);
    if (code === TEST_CHIP_CODE) return `Microchip number ${number} is a test number (999)`;
    return code === "000" ? `Microchip number ${number} has no country or maker code (000)` : null;
  }
  if (/^\d{9}$/.test(chip) || (/^[0-9A-Z]{10}$/.test(chip) && /\d/.test(chip))) return null;
  return `Microchip number ${number} is not the usual 15 digits`;
}

export function warnOfRegistration(number: string | null): string | null {
  if (number === null) return null;
  if (!/\p{N}/u.test(number)) return `Registration number ${number} has no digit`;
  return /^[\p{L}\p{N} ./()#:_-]+$/u.test(number)
    ? null
    : `Registration number ${number} has characters that registers do not use`;
}

/** Each of two swapped numbers looks like the other kind, as if two columns of a file were exchanged. */
export const warnOfSwappedNumbers = (registration: string | null, microchip: string | null): string | null =>
  registration !== null && /^\d{15}$/.test(foldNumber(registration)) && warnOfMicrochip(microchip) !== null
    ? `Registration number ${registration} looks like that of a microchip, and microchip number ${microchip} does not. Check that they are not swapped`
    : null;

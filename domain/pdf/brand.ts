/** The branding of a kennel's printed papers: its colors, its footer and its logo. */
import { rgb, type Color } from "pdf-lib";

export interface PrintedPicture {
  readonly content: Uint8Array;
  readonly type: "image/jpeg" | "image/png";
}

export interface Brand {
  /** As '#rrggbb'. */
  readonly primaryColor: string;
  readonly accentColor: string;
  readonly footerText: string | null;
  readonly logo: PrintedPicture | null;
}

/** The code has six hexadecimal digits, with or without '#'. */
export function colorOf(code: string): Color {
  const digits = code.replace("#", "");
  const part = (from: number) => parseInt(digits.slice(from, from + 2), 16) / 255;
  return rgb(part(0), part(2), part(4));
}

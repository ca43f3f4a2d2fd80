/** Which paper a breeder most likely has in the printer. */
import type { CertificatePaper } from "@domain/pedigree/rules";

/** Returns US Letter where paper is measured in inches, and A4 elsewhere. */
export const usualPaper = (): CertificatePaper =>
  /-(US|CA|MX|PH)\b/u.test(navigator.language) ? "letter" : "a4";

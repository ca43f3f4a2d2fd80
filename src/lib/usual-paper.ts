/** The paper format that a breeder most likely prints on. */
import type { CertificatePaper } from "@domain/pedigree/rules";

/** US Letter in regions that use it, otherwise A4. */
export const usualPaper = (): CertificatePaper =>
  /-(US|CA|MX|PH)\b/u.test(navigator.language) ? "letter" : "a4";

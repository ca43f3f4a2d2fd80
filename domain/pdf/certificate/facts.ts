/** The content of a pedigree certificate. The server collects it, and this folder draws it. */
import type { Gender } from "../../dogs/rules";
import type { Brand, PrintedPicture } from "../brand";
import type { CertificatePaper } from "../../pedigree/rules";

/** Missing values are null. */
export interface CertificateDog {
  readonly id: string;
  readonly name: string;
  readonly callName: string | null;
  readonly titles: string | null;
  readonly registrationNumber: string | null;
  readonly microchipNumber: string | null;
  readonly breed: string;
  readonly gender: Gender;
  readonly dateOfBirth: string | null;
  readonly color: string | null;
  readonly sireId: string | null;
  readonly damId: string | null;
  /** Set for parents without a record. */
  readonly sireName: string | null;
  readonly damName: string | null;
}

export interface CertificateKennel {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
}

export interface CertificateInbreeding {
  /** Null if sire or dam is unknown. */
  readonly coefficient: number | null;
  readonly generations: number;
  /** The known places in the drawn generations, and all places. */
  readonly known: number;
  readonly possible: number;
  readonly commonAncestors: readonly { readonly name: string; readonly contribution: number }[];
}

export interface CertificateFacts {
  readonly kennel: CertificateKennel;
  /** The dog itself is first, and each dog occurs only once. */
  readonly dogs: readonly CertificateDog[];
  readonly generations: number;
  readonly paper: CertificatePaper;
  /** The user's date. */
  readonly printedOn: string;
  /** Null prints a blank line. */
  readonly breeder: string | null;
  readonly owner: string | null;
  readonly otherRegistrations: string | null;
  readonly healthTests: string | null;
  readonly inbreeding: CertificateInbreeding;
  readonly photo: PrintedPicture | null;
  readonly brand: Brand;
}

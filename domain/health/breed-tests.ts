/**
 * The health tests that a breed's club requires before breeding, for breeds with a published list: what the Canine
 * Health Information Center (CHIC) requires for its number, as the club or CHIC publishes it. Optional tests are
 * left out. For other breeds, and because lists change, the breed's own club has the answer.
 */
import type { HealthTestKind } from "./rules";
import { breedNamed } from "../dogs/breeds";
import { foldText } from "../text/text";
import { dnaKeyOf } from "./dna";

interface Need {
  readonly label: string;
  /** Kinds of tests of which one is enough. */
  readonly kinds: readonly HealthTestKind[];
  /** Keys of DNA tests of which one is enough. */
  readonly dna: readonly string[];
}

export interface BreedTests {
  readonly needs: readonly Need[];
  readonly source: string;
}

const need = (label: string, ...kinds: HealthTestKind[]): Need => ({ label, kinds, dna: [] });
const dna = (label: string, ...keys: string[]): Need => ({ label, kinds: [], dna: keys });

const HIPS = need("hips", "ofa_hips", "pennhip", "bva_hips", "fci_hips");
const ELBOWS = need("elbows", "ofa_elbows", "iewg_elbows");
const PATELLAS = need("patellas", "ofa_patella");
const EYES = need("eyes", "caer_eyes", "ecvo_eyes", "bva_eyes");
const HEART = need("heart", "cardiac_basic", "cardiac_advanced", "holter");
const THYROID = need("thyroid", "ofa_thyroid");

const CHIC = "CHIC requirements";

const BREEDS: Readonly<Record<string, BreedTests>> = {
  "bernese mountain dog": {
    needs: [
      HIPS,
      ELBOWS,
      EYES,
      HEART,
      dna("DM (SOD1-A)", "dma"),
      dna("DM (SOD1-B)", "dmb"),
      {
        label: "one of vWD, thyroid or histiocytic sarcoma risk",
        kinds: ["ofa_thyroid"],
        dna: ["vwd1", "hsrisk"],
      },
    ],
    source: `Bernese Mountain Dog Club of America, recommended testing (bmdca.org)`,
  },
  "bichon frise": {
    needs: [HIPS, PATELLAS, EYES],
    source: `Bichon Frise Club of America, ${CHIC} (bichon.org)`,
  },
  bloodhound: { needs: [HIPS, ELBOWS, HEART], source: `${CHIC}, Bloodhound (ofa.org)` },
  briard: {
    needs: [HIPS, EYES, dna("night blindness (CSNB)", "csnb")],
    source: `Briard Club of America, ${CHIC}`,
  },
  chihuahua: { needs: [PATELLAS, HEART, EYES], source: `${CHIC}, Chihuahua (ofa.org)` },
  "chinese crested": {
    needs: [EYES, PATELLAS, HEART, dna("PLL", "pll"), dna("prcd-PRA", "prcdpra"), dna("rcd3-PRA", "rcd3pra")],
    source: `${CHIC}, Chinese Crested (caninehealthinfo.org)`,
  },
  "german shepherd dog": { needs: [HIPS, ELBOWS], source: `${CHIC}, German Shepherd Dog (ofa.org)` },
  "golden retriever": {
    needs: [HIPS, ELBOWS, EYES, HEART],
    source: `Golden Retriever Club of America, ${CHIC} (grca.org)`,
  },
  "great dane": {
    needs: [HIPS, EYES, HEART, THYROID],
    source: `Great Dane Club of America, ${CHIC} (gdca.org)`,
  },
  "labrador retriever": {
    needs: [HIPS, ELBOWS, EYES, dna("EIC", "eic"), dna("D locus", "dlocus")],
    source: `The Labrador Retriever Club, ${CHIC} (thelabradorclub.com)`,
  },
  newfoundland: {
    needs: [HIPS, ELBOWS, HEART, dna("cystinuria", "cystinuria")],
    source: `${CHIC}, Newfoundland (ofa.org)`,
  },
};

/** What nearly every club requires; for small dogs, knees instead of hips. */
const GENERAL: BreedTests = {
  needs: [{ label: "hips or patellas", kinds: [...HIPS.kinds, ...PATELLAS.kinds], dna: [] }, EYES],
  source: "General advice; the breed's club may ask for more",
};

/** Returns the recommended tests for a breed. */
export function recommendedTests(breed: string): BreedTests {
  return BREEDS[foldText(breedNamed(breed))] ?? GENERAL;
}

interface HeldTest {
  readonly kind: HealthTestKind;
  readonly name: string | null;
}

/** Returns the recommended tests that a dog does not have. */
export function missingTests(breed: string, held: readonly HeldTest[]): string[] {
  const dnaKeys = new Set(held.flatMap(({ kind, name }) => (kind === "dna" && name ? [dnaKeyOf(name)] : [])));
  const kinds = new Set(held.map(({ kind }) => kind));
  return recommendedTests(breed)
    .needs.filter(
      (each) => !each.kinds.some((kind) => kinds.has(kind)) && !each.dna.some((key) => dnaKeys.has(key)),
    )
    .map(({ label }) => label);
}

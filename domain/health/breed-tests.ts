/**
 * The health tests that are recommended before breeding, by breed. Each list has its source, the date on which the
 * source was read, and how certain it is. A club's list is mostly the list that the Canine Health Information
 * Center (CHIC) requires for its number; optional tests are left out. A starter list is only a hint. Lists change,
 * so the breed's own club has the final answer.
 */
import type { HealthTestKind } from "./rules";
import { breedNamed } from "../dogs/breeds";
import { formatDay } from "../formatting/formatting";
import { foldText } from "../text/text";
import { dnaKeyOf } from "./dna";

interface Need {
  readonly label: string;
  /** A single test of any of these kinds is enough. */
  readonly kinds: readonly HealthTestKind[];
  /** The keys of DNA tests, of which a single one is enough. */
  readonly dna: readonly string[];
  /** A test with one of these words in its name also counts. */
  readonly named: readonly string[];
}

/**
 * How certain a list is. "read": on the club's or CHIC's page. "unconfirmed": only part of it, or only its name,
 * was read there. "second-hand": on another page. "starter": from a template that calls itself illustrative.
 * "general": without any list.
 */
type Certainty = "read" | "unconfirmed" | "second-hand" | "starter" | "general";

export interface BreedTests {
  readonly needs: readonly Need[];
  readonly list: string;
  readonly source: string;
  /** Null for general advice. */
  readonly readOn: string | null;
  readonly certainty: Certainty;
  readonly note?: string;
}

const need = (label: string, ...kinds: HealthTestKind[]): Need => ({ label, kinds, dna: [], named: [] });
const dna = (label: string, ...keys: string[]): Need => ({ label, kinds: [], dna: keys, named: [] });
const other = (label: string, ...named: string[]): Need => ({ label, kinds: [], dna: [], named });

const HIPS = need("hips", "ofa_hips", "pennhip", "bva_hips", "fci_hips");
const ELBOWS = need("elbows", "ofa_elbows", "iewg_elbows");
const PATELLAS = need("patellas", "ofa_patella");
const EYES = need("eyes", "caer_eyes", "ecvo_eyes", "bva_eyes");
const HEART = need("heart", "cardiac_basic", "cardiac_advanced", "holter");
const HEART_ADVANCED = need("heart (advanced)", "cardiac_advanced");
const THYROID = need("thyroid", "ofa_thyroid");
const HEARING = need("hearing (BAER)", "baer");

const READ_ON = "2026-11-28";
const CHIC = "CHIC requirements";

const listed = (certainty: Certainty, needs: readonly Need[], source: string, note?: string): BreedTests => ({
  ...{ needs, source, certainty, list: CHIC, readOn: READ_ON },
  ...(note !== undefined && { note }),
});

const BREEDS: Readonly<Record<string, BreedTests>> = {
  "australian cattle dog": listed(
    "read",
    [HIPS, ELBOWS, EYES, dna("prcd-PRA", "prcdpra"), HEARING, dna("PLL", "pll")],
    `${CHIC}, Australian Cattle Dog (caninehealthinfo.org)`,
    "Read on CHIC's former site.",
  ),
  "bernese mountain dog": listed(
    "unconfirmed",
    [
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
        named: [],
      },
    ],
    "Bernese Mountain Dog Club of America, recommended testing (bmdca.org)",
  ),
  "bichon frise": listed(
    "unconfirmed",
    [HIPS, PATELLAS, EYES],
    `Bichon Frise Club of America, ${CHIC} (bichon.org)`,
  ),
  bloodhound: listed("unconfirmed", [HIPS, ELBOWS, HEART], `${CHIC}, Bloodhound (ofa.org)`),
  briard: listed(
    "read",
    [HIPS, EYES, dna("night blindness (CSNB)", "csnb")],
    `Briard Club of America, ${CHIC} (briardclubofamerica.org)`,
  ),
  chihuahua: listed(
    "second-hand",
    [PATELLAS, HEART, EYES],
    `${CHIC}, Chihuahua, as an owner's page of 2017 gives them (jaxdogmom.blogspot.com)`,
  ),
  "chinese crested": listed(
    "read",
    [EYES, PATELLAS, HEART, dna("PLL", "pll"), dna("prcd-PRA", "prcdpra"), dna("rcd3-PRA", "rcd3pra")],
    `${CHIC}, Chinese Crested (caninehealthinfo.org)`,
    "The page is of 2017; OFA's site has replaced it.",
  ),
  "german shepherd dog": listed(
    "second-hand",
    [HIPS, ELBOWS],
    `${CHIC}, German Shepherd Dog, as an owner's page of 2017 gives them (jaxdogmom.blogspot.com)`,
    "That page adds the club's temperament test.",
  ),
  "golden retriever": listed(
    "unconfirmed",
    [HIPS, ELBOWS, EYES, HEART],
    `Golden Retriever Club of America, ${CHIC} (grca.org)`,
  ),
  "great dane": listed(
    "unconfirmed",
    [HIPS, EYES, HEART, THYROID],
    `Great Dane Club of America, ${CHIC} (gdca.org)`,
  ),
  hokkaido: listed("read", [HIPS, HEART, EYES, dna("CEA", "cea")], `${CHIC}, Hokkaido (hokkaidoken.org)`),
  "labrador retriever": listed(
    "unconfirmed",
    [HIPS, ELBOWS, EYES, dna("EIC", "eic"), dna("D locus", "dlocus")],
    `The Labrador Retriever Club, ${CHIC} (thelabradorclub.com)`,
  ),
  "miniature american shepherd": listed(
    "unconfirmed",
    [HIPS, EYES, dna("prcd-PRA", "prcdpra"), dna("MDR1", "mdr1")],
    `Miniature American Shepherd club, health testing guide (minamericanshepherd.com)`,
    "Other tests of the guide are optional.",
  ),
  newfoundland: listed(
    "unconfirmed",
    [HIPS, ELBOWS, HEART, dna("cystinuria", "cystinuria")],
    `${CHIC}, Newfoundland (ofa.org)`,
  ),
  "parson russell terrier": {
    ...listed(
      "second-hand",
      [EYES, HEARING, PATELLAS],
      "A breeder's page on the club's advice (snowwindfarm.com)",
    ),
    list: "a breeder's list on the club's advice",
  },
  "rat terrier": listed(
    "read",
    [HEART, HIPS, PATELLAS, other("Legg-Calvé-Perthes", "perthes", "lcp"), dna("PLL", "pll")],
    `${CHIC}, Rat Terrier (nwrta.clubistry.com)`,
  ),
  samoyed: listed(
    "unconfirmed",
    [dna("XL-PRA", "xlpra"), dna("RD/OSD2", dnaKeyOf("RD/OSD2"))],
    "Samoyed Health Foundation, genetic disorders, state of October 6, 2020",
    "Only the DNA part of the list was read; hips and eyes are asked for elsewhere.",
  ),
};

const STARTER_SOURCE =
  "KennelOS, common tests by breed, July 22, 2026 (github.com/NoliCommoveri/KennelOS), which calls itself illustrative";

const dnaOf = (label: string, key = dnaKeyOf(label)): Need => dna(label, key);
const CEA = dnaOf("CEA", "cea");
const DM = dnaOf("DM (SOD1-A)", "dma");
const JHC = dnaOf("juvenile hereditary cataract", "jhc");
const MDR1 = dnaOf("MDR1", "mdr1");
const NCL = dnaOf("NCL", "ncl");
const TRACHEA = other("tracheal hypoplasia screen", "trachea");
const VWD = dnaOf("vWD", "vwd1");

/** These lists are for breeds without a list of their own above. */
const STARTERS: Readonly<Record<string, readonly Need[]>> = {
  "australian shepherd": [HIPS, ELBOWS, EYES, MDR1, dnaOf("hereditary cataract (HSF4)", "hsf4"), CEA],
  "basset hound": [HIPS, EYES, PATELLAS, dnaOf("thrombopathia")],
  beagle: [HIPS, EYES, PATELLAS, dnaOf("MLS", "mls"), dnaOf("factor VII deficiency")],
  "border collie": [HIPS, EYES, CEA, dnaOf("TNS"), NCL, MDR1],
  "boston terrier": [PATELLAS, HEART_ADVANCED, HEARING, EYES, JHC, DM],
  boxer: [HEART_ADVANCED, dnaOf("ARVC"), HIPS, THYROID, EYES, DM],
  bulldog: [HIPS, PATELLAS, TRACHEA, HEART, HEARING, EYES],
  "cane corso": [HIPS, ELBOWS, HEART, EYES],
  "cavalier king charles spaniel": [
    ...[HEART_ADVANCED, PATELLAS, EYES],
    ...[dnaOf("episodic falling syndrome"), dnaOf("dry eye curly coat syndrome")],
  ],
  dachshund: [EYES, PATELLAS, HEART],
  "doberman pinscher": [HIPS, HEART_ADVANCED, dnaOf("DCM1"), VWD, EYES, DM],
  "english springer spaniel": [HIPS, ELBOWS, EYES, THYROID, dnaOf("phosphofructokinase deficiency")],
  "french bulldog": [PATELLAS, HIPS, HEART, HEARING, EYES, TRACHEA, JHC, DM],
  "german shorthaired pointer": [HIPS, ELBOWS, HEART, EYES, dnaOf("cone degeneration")],
  "miniature schnauzer": [
    ...[EYES, HEART, dnaOf("myotonia congenita"), other("urinary stone risk screen", "urinary")],
  ],
  "pembroke welsh corgi": [HIPS, DM, EYES, HEART],
  pomeranian: [PATELLAS, EYES, THYROID],
  "standard poodle": [
    ...[HIPS, EYES, other("sebaceous adenitis (skin biopsy)", "sebaceous"), VWD],
    ...[dnaOf("neonatal encephalopathy"), THYROID],
  ],
  pug: [PATELLAS, HIPS, EYES, HEARING],
  rottweiler: [HIPS, ELBOWS, HEART, EYES, dnaOf("JLPP", "jlpp")],
  "shetland sheepdog": [HIPS, EYES, CEA, MDR1, VWD],
  "shih tzu": [PATELLAS, EYES, HIPS, other("renal dysplasia screen", "renal")],
  "siberian husky": [HIPS, EYES, dnaOf("juvenile cataracts")],
  "west highland white terrier": [PATELLAS, EYES, HIPS, dnaOf("craniomandibular osteopathy")],
  "yorkshire terrier": [PATELLAS, EYES, HEART],
};

/** Nearly every club requires these tests. For small dogs, knees replace hips. */
const GENERAL: BreedTests = {
  needs: [{ ...HIPS, label: "hips or patellas", kinds: [...HIPS.kinds, ...PATELLAS.kinds] }, EYES],
  ...{ list: "general advice", source: "General advice; the breed's club may ask for more" },
  ...{ readOn: null, certainty: "general" },
};

export function recommendedTests(breed: string): BreedTests {
  const key = foldText(breedNamed(breed));
  const starter = STARTERS[key];
  const hint = starter && { ...listed("starter", starter, STARTER_SOURCE), list: "starter list" };
  return BREEDS[key] ?? hint ?? GENERAL;
}

const CERTAINTIES: Readonly<Record<Certainty, string | null>> = {
  read: null,
  unconfirmed: "Not confirmed on the club's own page: ask the club.",
  "second-hand": "Second-hand: ask the club.",
  starter: "Starter list, only a hint: ask the club.",
  general: null,
};

export function describeSource({ source, readOn, certainty, note }: BreedTests): string {
  const read = readOn === null ? `${source}.` : `${source}, read ${formatDay(readOn)}.`;
  return [read, CERTAINTIES[certainty], note].filter(Boolean).join(" ");
}

interface HeldTest {
  readonly kind: HealthTestKind;
  readonly name: string | null;
}

export function missingTests(breed: string, held: readonly HeldTest[]): string[] {
  const dnaKeys = new Set(held.flatMap(({ kind, name }) => (kind === "dna" && name ? [dnaKeyOf(name)] : [])));
  const kinds = new Set(held.map(({ kind }) => kind));
  const others = held.flatMap(({ kind, name }) => (kind === "other" && name ? [foldText(name)] : []));
  return recommendedTests(breed)
    .needs.filter(
      (each) =>
        !each.kinds.some((kind) => kinds.has(kind)) &&
        !each.dna.some((key) => dnaKeys.has(key)) &&
        !each.named.some((word) => others.some((name) => name.includes(word))),
    )
    .map(({ label }) => label);
}

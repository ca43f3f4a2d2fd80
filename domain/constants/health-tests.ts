/** Which health tests a dog may have, and how many of them. What each asks for is in domain/health/test-kinds.ts. */

export const HEALTH_TEST_KINDS = [
  "ofa_hips",
  "pennhip",
  "bva_hips",
  "fci_hips",
  "ofa_elbows",
  "iewg_elbows",
  "ofa_patella",
  "caer_eyes",
  "ecvo_eyes",
  "bva_eyes",
  "cardiac_basic",
  "cardiac_advanced",
  "holter",
  "ofa_thyroid",
  "baer",
  "dna",
  "other",
] as const;
export type HealthTestKind = (typeof HEALTH_TEST_KINDS)[number];

/** Groups in the order in which a dog's page shows them. */
export const HEALTH_TEST_GROUPS = [
  "hips",
  "elbows",
  "knees",
  "eyes",
  "heart",
  "thyroid",
  "hearing",
  "dna",
  "other",
] as const;
export type HealthTestGroup = (typeof HEALTH_TEST_GROUPS)[number];

/** Tests of one dog: DNA panels report some two hundred mutations at once. */
export const MAX_TESTS_PER_DOG = 400;

/** A certificate that runs out within so many days is worth an appointment. */
export const TEST_EXPIRES_SOON_DAYS = 60;

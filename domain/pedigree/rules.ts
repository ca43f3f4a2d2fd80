/**
 * How many generations of a pedigree are drawn and used in calculations. Sources: document 000 sections 2 and 9,
 * decisions GAP-ANC-02 and 04.
 */

/** 1 is the generation of the parents, 3 the generation of the great-grandparents. */
export const MIN_GENERATIONS = 2;
export const MAX_GENERATIONS = 10;

/** Choices for the drawn tree, and for a coefficient beside that of the whole known pedigree. */
export const TREE_GENERATIONS = [2, 3, 4, 5] as const;
export const COEFFICIENT_GENERATIONS = [3, 4, 5, 6, 8, 10] as const;

export const DEFAULT_TREE_GENERATIONS = 3;
export const DEFAULT_COEFFICIENT_GENERATIONS = 5;

/** In tenths, so that the steps are exact. */
export const ZOOM_TENTHS = { min: 5, max: 20, initial: 10 } as const;

/** These numbers of generations are legible on the single page of a certificate. */
export const CERTIFICATE_GENERATIONS = [3, 4, 5] as const;
export const DEFAULT_CERTIFICATE_GENERATIONS = 4;
export const CERTIFICATE_PAPERS = ["a4", "letter"] as const;
export type CertificatePaper = (typeof CERTIFICATE_PAPERS)[number];

/** Registries commonly use this number of generations. */
export const CERTIFICATE_COEFFICIENT_GENERATIONS = 10;

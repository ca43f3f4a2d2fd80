/** How far a pedigree is drawn and calculated. Sources: document 000 sections 2 and 9, decisions GAP-ANC-02 and 04. */

/** Generations counts ancestor rows: 1 is the parents, 3 ends with the great-grandparents. */
export const MIN_GENERATIONS = 2;
export const MAX_GENERATIONS = 10;

/** Choices of the drawn tree, and of the coefficient besides the whole known pedigree. */
export const TREE_GENERATIONS = [2, 3, 4, 5] as const;
export const COEFFICIENT_GENERATIONS = [3, 4, 5, 6, 8, 10] as const;

/** What is shown when nobody has chosen. */
export const DEFAULT_TREE_GENERATIONS = 3;
export const DEFAULT_COEFFICIENT_GENERATIONS = 5;

/** Scale of the drawn tree, in tenths so that steps stay exact. */
export const ZOOM_TENTHS = { min: 5, max: 20, initial: 10 } as const;

/** Generations that fit legibly on the certificate's one page, and its sheets. */
export const CERTIFICATE_GENERATIONS = [3, 4, 5] as const;
export const DEFAULT_CERTIFICATE_GENERATIONS = 4;
export const CERTIFICATE_PAPERS = ["a4", "letter"] as const;
export type CertificatePaper = (typeof CERTIFICATE_PAPERS)[number];

/** Generations over which the certificate's coefficient is calculated, as registries commonly do. */
export const CERTIFICATE_COEFFICIENT_GENERATIONS = 10;

/** How far a pedigree is drawn and reckoned. Sources: document 000 sections 2 and 9, decisions GAP-ANC-02 and 04. */

/** Generations counts ancestor rows: 1 is the parents, 3 ends with the great-grandparents. */
export const MIN_GENERATIONS = 2;
export const MAX_GENERATIONS = 10;

/** What is shown when nobody has chosen. */
export const DEFAULT_TREE_GENERATIONS = 3;
export const DEFAULT_COEFFICIENT_GENERATIONS = 5;

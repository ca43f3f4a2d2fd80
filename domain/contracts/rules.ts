/** Limits of contracts and their templates. Sources: decisions GAP-BRD-13 and GAP-SET-15. */

export const CONTRACT_KINDS = ["stud", "sale", "coown"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** About eight printed pages. */
export const MAX_TEMPLATE_LENGTH = 20_000;

/** A value may occur many times in a filled contract. About forty printed pages. */
export const MAX_CONTRACT_LENGTH = 100_000;

export const MAX_TEMPLATES_PER_KENNEL = 50;

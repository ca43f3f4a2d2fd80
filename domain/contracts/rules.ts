/** Limits of contracts and their templates. Sources: decisions GAP-BRD-13 and GAP-SET-15. */

export const CONTRACT_KINDS = ["stud", "sale", "coown"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** The most characters of a template's text: about eight printed pages. */
export const MAX_TEMPLATE_LENGTH = 20_000;

/** The most characters of a filled contract, in which a value may occur many times: about forty printed pages. */
export const MAX_CONTRACT_LENGTH = 100_000;

/** The most templates of one kennel. */
export const MAX_TEMPLATES_PER_KENNEL = 50;

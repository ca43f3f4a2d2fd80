/** What a contract and its template may be. Sources: decisions GAP-BRD-13 and GAP-SET-15. */

export const CONTRACT_KINDS = ["stud", "sale", "coown"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** Characters of a template's text: about eight printed pages. */
export const MAX_TEMPLATE_LENGTH = 20_000;

/** Characters of a contract once its template is filled, in which a value may stand many times: about forty printed pages. */
export const MAX_CONTRACT_LENGTH = 100_000;

/** Templates one kennel may keep. */
export const MAX_TEMPLATES_PER_KENNEL = 50;

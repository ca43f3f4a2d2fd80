/** What advice on a planned mating is made of: a finding with its weight, its words and who publishes the rule. */

export const SEVERITIES = ["serious", "caution", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Who publishes the rule, where there is one. */
  readonly source: string | null;
}

/** Makes a finding. */
export const finding = (
  severity: Severity,
  code: string,
  message: string,
  source: string | null = null,
): Finding => ({
  code,
  severity,
  message,
  source,
});

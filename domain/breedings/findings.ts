/**
 * A finding of the advice on a planned mating: its severity, its text, and the organization that publishes the
 * rule.
 */

export const SEVERITIES = ["serious", "caution", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The publisher of the rule, if there is one. */
  readonly source: string | null;
}

/** Creates a finding. */
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

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
  /** Null if nobody publishes the rule. */
  readonly source: string | null;
}

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

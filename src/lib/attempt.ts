/** Work that may be refused and does without: browser storage is forbidden in some windows, and may be full. */

/** Does the work, or returns `otherwise` when it throws. */
export function attempt<Answer>(work: () => Answer, otherwise: Answer): Answer {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

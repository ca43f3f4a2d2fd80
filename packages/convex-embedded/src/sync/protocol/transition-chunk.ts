/**
 * TransitionChunk: a Transition too large for one frame, cut into parts that the client joins.
 * Parts are cut between characters, so that each is valid text alone.
 */

/** The largest Transition, in bytes, that is sent whole. */
export const MAX_WHOLE_TRANSITION_BYTES = 5_000_000;

/** Cuts a serialized Transition into frames; one that fits stays as it is. */
export function splitTransition(
  transition: string,
  transitionId: string,
  maxBytes = MAX_WHOLE_TRANSITION_BYTES,
): readonly string[] {
  // A code unit takes three bytes at most: the common small Transition is not measured.
  if (transition.length * 3 <= maxBytes) return [transition];
  const bytes = Buffer.from(transition, "utf8");
  if (bytes.length <= maxBytes) return [transition];
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    let end = Math.min(start + maxBytes, bytes.length);
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    parts.push(bytes.toString("utf8", start, end));
    start = end;
  }
  return parts.map((chunk, partNumber) =>
    JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts: parts.length, transitionId }),
  );
}

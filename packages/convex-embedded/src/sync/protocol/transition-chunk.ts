/**
 * TransitionChunk: a Transition too large for one frame, split into parts that the client joins. It is split
 * between characters, so that each part is valid text.
 */

export const MAX_WHOLE_TRANSITION_BYTES = 5_000_000;

/** A Transition that fits is not split. */
export function splitTransition(
  transition: Buffer,
  transitionId: string,
  maxBytes = MAX_WHOLE_TRANSITION_BYTES,
): readonly (string | Buffer)[] {
  if (transition.length <= maxBytes) return [transition];
  const parts: string[] = [];
  for (let start = 0; start < transition.length;) {
    let end = Math.min(start + maxBytes, transition.length);
    while (end < transition.length && ((transition[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    parts.push(transition.toString("utf8", start, end));
    start = end;
  }
  return parts.map((chunk, partNumber) =>
    JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts: parts.length, transitionId }),
  );
}

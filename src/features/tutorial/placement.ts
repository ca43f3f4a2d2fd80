/** The position of a step's card: inside the window, beside its target and, if there is room, never over it. */

export type Size = { width: number; height: number };
type Corner = { left: number; top: number };
export type Box = Size & Corner;

/** Between card and target, and between card and window edge. */
export const GAP = 12;

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, Math.max(low, high)));

/**
 * Reduces a large target to the part that fits into the window together with the card. The start of the target has
 * priority.
 */
export function visiblePart(target: Box, card: Size, viewport: Size): Box {
  const left = clamp(target.left, 0, viewport.width);
  const top = clamp(target.top, 0, viewport.height);
  const right = clamp(target.left + target.width, left, viewport.width);
  const bottom = clamp(target.top + target.height, top, viewport.height);
  const room = Math.max(0, viewport.height - card.height - 3 * GAP);
  const fitsBeside = viewport.width - (right - left) >= card.width + 3 * GAP;
  return { left, top, width: right - left, height: fitsBeside ? bottom - top : Math.min(bottom - top, room) };
}

/** The card's corner. Without a target the card is centered. */
export function placeCard(target: Box | null, card: Size, viewport: Size): Corner {
  const highest = viewport.height - card.height - GAP;
  const widest = viewport.width - card.width - GAP;
  const { left, top, width, height } = target ?? { left: 0, top: 0, ...viewport };
  const [right, bottom] = [left + width, top + height];
  const centered = {
    left: clamp((left + right - card.width) / 2, GAP, widest),
    top: clamp((top + bottom - card.height) / 2, GAP, highest),
  };
  if (!target) return centered;
  const beside = [right + GAP, left - GAP - card.width].map((x) => ({ ...centered, left: x }));
  const apart = [bottom + GAP, top - GAP - card.height].map((y) => ({ ...centered, top: y }));
  const places = height > width ? [...beside, ...apart] : [...apart, ...beside];
  const fits = (at: Corner) => at.left >= GAP && at.left <= widest && at.top >= GAP && at.top <= highest;
  // If no side has room, the card is at the window edge that is farther from the target.
  const isInUpperHalf = top + bottom < viewport.height;
  return places.find(fits) ?? { ...centered, top: isInUpperHalf ? Math.max(GAP, highest) : GAP };
}

/** The position of a step's card: beside its target, inside the window, and never over it. */

export type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/** The gap between card and target, and to the window's edge. */
export const GAP = 12;

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, Math.max(low, high)));

/** Reduces a target to what fits into the window with the card; its start matters most. */
export function visiblePart(target: Box, card: Size, viewport: Size): Box {
  const left = clamp(target.left, 0, viewport.width);
  const top = clamp(target.top, 0, viewport.height);
  const right = clamp(target.left + target.width, left, viewport.width);
  const bottom = clamp(target.top + target.height, top, viewport.height);
  const room = Math.max(0, viewport.height - card.height - 3 * GAP);
  const fitsBeside = viewport.width - (right - left) >= card.width + 3 * GAP;
  return { left, top, width: right - left, height: fitsBeside ? bottom - top : Math.min(bottom - top, room) };
}

/** Returns the card's corner; without a target the card is centered. */
export function placeCard(target: Box | null, card: Size, viewport: Size): { left: number; top: number } {
  const highest = viewport.height - card.height - GAP;
  const widest = viewport.width - card.width - GAP;
  if (!target) {
    return {
      left: clamp((viewport.width - card.width) / 2, GAP, widest),
      top: clamp((viewport.height - card.height) / 2, GAP, highest),
    };
  }
  const [right, bottom] = [target.left + target.width, target.top + target.height];
  const centred = {
    left: clamp(target.left + target.width / 2 - card.width / 2, GAP, widest),
    top: clamp(target.top + target.height / 2 - card.height / 2, GAP, highest),
  };
  const beneath = { left: centred.left, top: bottom + GAP, fits: bottom + GAP <= highest };
  const above = {
    left: centred.left,
    top: target.top - GAP - card.height,
    fits: target.top - GAP - card.height >= GAP,
  };
  const after = { left: right + GAP, top: centred.top, fits: right + GAP <= widest };
  const before = {
    left: target.left - GAP - card.width,
    top: centred.top,
    fits: target.left - GAP - card.width >= GAP,
  };
  const isUpright = target.height > target.width;
  const places = isUpright ? [after, before, beneath, above] : [beneath, above, after, before];
  const place = places.find(({ fits }) => fits);
  if (place) return { left: place.left, top: place.top };
  // If no side has room, the card is at the edge farther from the target.
  const isInUpperHalf = target.top + target.height / 2 < viewport.height / 2;
  return { left: centred.left, top: isInUpperHalf ? Math.max(GAP, highest) : GAP };
}

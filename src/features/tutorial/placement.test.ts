/** The position of the tour's card for every target, card and window. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeCard, visiblePart, type Box, type Size } from "@/features/tutorial/placement";

const phone: Size = { width: 390, height: 844 };
const desk: Size = { width: 1440, height: 900 };
const card: Size = { width: 352, height: 230 };

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe("placeCard", () => {
  it("centers the card without a target", () => {
    expect(placeCard(null, card, desk)).toEqual({ left: 544, top: 335 });
  });

  it("places the card under a button of the top bar and inside the window", () => {
    const help = { left: 300, top: 12, width: 40, height: 40 };
    expect(placeCard(help, card, phone)).toEqual({ left: 26, top: 64 });
  });

  it("places the card beside a tall menu", () => {
    const menu = { left: 0, top: 120, width: 240, height: 400 };
    expect(placeCard(menu, card, desk)).toEqual({ left: 252, top: 205 });
  });

  it("places the card above a button at the bottom of a phone", () => {
    const add = { left: 318, top: 772, width: 56, height: 56 };
    expect(placeCard(add, card, phone).top).toBe(530);
  });

  it("never covers the target, at any position and size of the target", () => {
    const box = fc.record({
      left: fc.integer({ min: -200, max: 1400 }),
      top: fc.integer({ min: -400, max: 880 }),
      width: fc.integer({ min: 8, max: 1400 }),
      height: fc.integer({ min: 8, max: 2400 }),
    });
    fc.assert(
      fc.property(box, fc.constantFrom(phone, desk, { width: 360, height: 560 }), (target, viewport) => {
        const size = { width: Math.min(card.width, viewport.width - 24), height: card.height };
        // A step first scrolls its target into view. A large target starts in the upper half.
        const top = Math.max(0, Math.min(target.top, viewport.height - target.height, viewport.height - 60));
        const seen = { ...target, top: target.height > viewport.height / 3 ? 0 : top };
        const part = visiblePart(
          { ...seen, left: Math.max(0, target.left % viewport.width) },
          size,
          viewport,
        );
        const place = placeCard(part, size, viewport);
        const fitsSomewhere =
          part.height + size.height + 3 * 12 <= viewport.height &&
          (part.top <= 12 ||
            part.top + part.height + size.height + 24 <= viewport.height ||
            part.top - size.height - 24 >= 0);
        expect(place.left).toBeGreaterThanOrEqual(12);
        expect(place.left + size.width).toBeLessThanOrEqual(viewport.width - 12 + 0.5);
        if (fitsSomewhere) expect(overlaps({ ...place, ...size }, part)).toBe(false);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

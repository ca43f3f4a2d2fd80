/**
 * Colors as '#rrggbb' and their contrast with white paper, from 1 to 21. Source: WCAG 2.2, relative luminance and
 * contrast.
 */

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/iu.test(text);

const channel = (color: string, from: number): number => {
  const part = parseInt(color.slice(from, from + 2), 16) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

export const contrastWithWhite = (color: string): number =>
  1.05 / (0.2126 * channel(color, 1) + 0.7152 * channel(color, 3) + 0.0722 * channel(color, 5) + 0.05);

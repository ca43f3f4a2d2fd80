/** Collar colors, which distinguish puppies in the mark beside a name and in the curves of the growth chart. */
import { cn } from "@/lib/utils";

interface CollarColor {
  readonly name: string;
  readonly fill: string;
}

const COLLAR_COLORS: readonly CollarColor[] = [
  { name: "Red", fill: "#d63a2f" },
  { name: "Blue", fill: "#2b78c8" },
  { name: "Green", fill: "#2f9151" },
  { name: "Yellow", fill: "#f5cd1f" },
  { name: "Orange", fill: "#f0821e" },
  { name: "Purple", fill: "#8a4fc2" },
  { name: "Pink", fill: "#ee7fb0" },
  { name: "Turquoise", fill: "#2bb3bb" },
  { name: "Brown", fill: "#8a5630" },
  { name: "Black", fill: "#1d1f1e" },
  { name: "White", fill: "#ffffff" },
  { name: "Gray", fill: "#8f9793" },
];

/** The text may have further words, such as 'light blue'. */
const byName = (text: string): CollarColor | undefined => {
  const folded = text.toLowerCase();
  return COLLAR_COLORS.find(({ name }) => folded.includes(name.toLowerCase()));
};

/** A collar whose typed color is unknown: gray, with the typed name beside it. */
const OTHER: CollarColor = { name: "Other", fill: "#8f9793" };

/** Undefined without a collar. */
export const collarOf = ({ collarColor }: { readonly collarColor: string | null }): CollarColor | undefined =>
  collarColor === null || collarColor.trim() === "" ? undefined : (byName(collarColor) ?? OTHER);

/**
 * The edge around a collar's color. With a contrast of at least 3:1, it makes yellow and white visible on paper and
 * black visible in the dark theme.
 */
export const COLLAR_EDGE = "color-mix(in srgb, var(--foreground) 62%, transparent)";

/** Dash patterns that distinguish curves of the same color. */
const DASHES = [undefined, "2 3", "9 4", "9 3 2 3", "1 5", "14 4"] as const;

/**
 * Each curve has its collar's color, or gray without a collar. Up to six curves of one color differ by their
 * dashes.
 */
export function curvesOf(litter: readonly { readonly collarColor: string | null }[]) {
  const drawn = new Map<string, number>();
  return litter.map((puppy) => {
    const color = collarOf(puppy)?.fill ?? "var(--muted-foreground)";
    const count = drawn.get(color) ?? 0;
    drawn.set(color, count + 1);
    return { color, dash: DASHES[count % DASHES.length] };
  });
}

/**
 * Such as 'Red collar'. Null without a collar. Also null for a puppy without a name, because the collar already is
 * its name.
 */
export const collarText = ({ name, collarColor }: { name: string | null; collarColor: string | null }) =>
  name === null || collarColor === null ? null : `${collarColor} collar`;

/** No puppy of the litter has these colors yet. */
export const freeCollars = (worn: readonly (string | null)[]): string[] =>
  COLLAR_COLORS.map(({ name }) => name).filter(
    (name) => !worn.some((collar) => collar?.toLowerCase() === name.toLowerCase()),
  );

type PuppyDotProps = { puppy: { readonly collarColor: string | null }; className?: string };

/** A puppy without a collar has a ring. Screen readers skip the mark, because the puppy's name is beside it. */
export function PuppyDot({ puppy, className }: PuppyDotProps) {
  const color = collarOf(puppy);
  return (
    <span
      aria-hidden
      data-collar={color?.name ?? "none"}
      style={{ borderColor: COLLAR_EDGE, ...(color && { background: color.fill }) }}
      className={cn(
        "inline-block size-3.5 shrink-0 rounded-full border",
        color === undefined && "border-dashed",
        className,
      )}
    />
  );
}

/**
 * The picture of a dog without a photo: an initial on a small guilloche pattern, like the engraving on a printed
 * certificate. Color and pattern depend only on the dog's id, so they never change.
 */
import { useMemo } from "react";
import { cn } from "@/lib/utils";

/** Muted paper colors: moss, sage, slate, heather, clay, straw. */
const HUES = [128, 165, 230, 330, 45, 88] as const;
const CENTRE = 32;
const POINTS_PER_PETAL = 14;
/** Radius and depth of the two bands of the engraving. */
const BANDS = [
  { radius: 38, depth: 0.14 },
  { radius: 25, depth: 0.1 },
] as const;
/** Rotations of each band's curve, as fractions of one petal. */
const TURNS = [0, 0.25, 0.5, 0.75] as const;

function hashOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash >>> 0;
}

/** A circle whose radius oscillates once per petal. */
function rosettePath(petals: number, radius: number, depth: number): string {
  const steps = petals * POINTS_PER_PETAL;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * Math.PI * 2;
    const distance = radius * (1 + depth * Math.cos(petals * angle));
    return `${(CENTRE + distance * Math.cos(angle)).toFixed(1)} ${(CENTRE + distance * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function engravingOf(id: string) {
  const hash = hashOf(id);
  const petals = 7 + ((hash >>> 8) % 6);
  const curves = BANDS.flatMap(({ radius, depth }) => {
    const path = rosettePath(petals, radius, depth);
    return TURNS.map((turn) => ({
      key: `${radius} ${turn}`,
      path,
      transform: `rotate(${((turn * 360) / petals).toFixed(2)} ${CENTRE} ${CENTRE})`,
    }));
  });
  return { hue: HUES[hash % HUES.length] ?? HUES[0], curves };
}

type DogMarkProps = { id: string; name: string; className?: string };

/** The mark is decorative, because the dog's name is beside it. */
export function DogMark({ id, name, className }: DogMarkProps) {
  const { hue, curves } = useMemo(() => engravingOf(id), [id]);
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? "?";
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      data-testid="dog-mark"
      className={cn("shrink-0", className)}
      style={{
        background: `oklch(var(--mark-paper) 0.022 ${hue})`,
        color: `oklch(var(--mark-ink) 0.05 ${hue})`,
      }}
    >
      <g fill="none" stroke="currentColor" strokeWidth="0.5" opacity="0.38">
        {curves.map(({ key, path, transform }) => (
          <path key={key} d={path} transform={transform} />
        ))}
      </g>
      <text
        x="32"
        y="43"
        textAnchor="middle"
        fill="currentColor"
        style={{ fontFamily: "var(--font-serif)", fontSize: 30, fontWeight: 560 }}
      >
        {initial}
      </text>
    </svg>
  );
}

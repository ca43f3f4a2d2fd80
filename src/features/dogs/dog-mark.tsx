/**
 * The calm picture of a dog without a photo: an initial on a small guilloche, like the engraving of a printed
 * certificate. Colour and pattern come from the dog's id, so a dog keeps its mark.
 */
import { useMemo } from "react";
import { cn } from "@/lib/utils";

/** Muted paper hues: moss, teal, slate, plum, brick, ochre. */
const HUES = [145, 185, 235, 330, 35, 85] as const;

function hashOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash >>> 0;
}

function rosettePath(petals: number, depth: number, radius: number): string {
  const points: string[] = [];
  const steps = 120;
  for (let step = 0; step <= steps; step += 1) {
    const angle = (step / steps) * Math.PI * 2;
    const distance = radius * (1 - depth + depth * Math.cos(petals * angle));
    const x = (32 + distance * Math.cos(angle)).toFixed(1);
    const y = (32 + distance * Math.sin(angle)).toFixed(1);
    points.push(`${x} ${y}`);
  }
  return `M${points.join("L")}Z`;
}

type DogMarkProps = { id: string; name: string; className?: string };

/** Renders the mark; decorative, the dog's name stands beside it. */
export function DogMark({ id, name, className }: DogMarkProps) {
  const { hue, rings } = useMemo(() => {
    const hash = hashOf(id);
    const petals = 5 + ((hash >>> 8) % 7);
    return {
      hue: HUES[hash % HUES.length] ?? HUES[0],
      rings: [46, 38, 31, 25].map((radius, index) => rosettePath(petals + (index % 2), 0.16, radius)),
    };
  }, [id]);
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? "?";
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      data-testid="dog-mark"
      className={cn("shrink-0", className)}
      style={{
        background: `oklch(var(--mark-paper) 0.035 ${hue})`,
        color: `oklch(var(--mark-ink) 0.07 ${hue})`,
      }}
    >
      <g fill="none" stroke="currentColor" strokeWidth="0.6" opacity="0.4">
        {rings.map((path) => (
          <path key={path.length + path.slice(0, 12)} d={path} />
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

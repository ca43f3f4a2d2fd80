/** The coloured mark by which a puppy is known: the colour of its collar, or of its curve. */
import { cn } from "@/lib/utils";
import { collarOf, colorsOf } from "@/features/litters/collar-colors";

type PuppyDotProps = {
  puppy: { readonly collarColor: string | null; readonly order: number };
  /** Whether it stands for the curve, which has a colour also where the puppy wears none. */
  isCurve?: boolean;
  className?: string;
};

/** Renders the mark, a ring without a collar; decorative, the puppy's name stands beside it. */
export function PuppyDot({ puppy, isCurve = false, className }: PuppyDotProps) {
  const colors = isCurve ? colorsOf(puppy) : collarOf(puppy);
  return (
    <span
      aria-hidden
      data-collar={colors?.name ?? "none"}
      style={colors && ({ "--dot": colors.light, "--dot-dark": colors.dark } as React.CSSProperties)} // custom properties are not in its type
      className={cn(
        "inline-block size-3.5 shrink-0 rounded-full border border-foreground/25",
        colors ? "bg-(--dot) dark:bg-(--dot-dark)" : "border-dashed border-foreground/45",
        className,
      )}
    />
  );
}

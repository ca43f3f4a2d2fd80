/** The coloured mark by which a puppy is known: the colour of its collar, or of its curve. */
import { cn } from "@/lib/utils";
import { collarOf, curveColorOf } from "@/features/litters/collar-colors";

type PuppyDotProps = {
  puppy: { readonly collarColor: string | null; readonly order: number };
  /** Whether it stands for the curve, which has a colour also where the puppy wears none. */
  isCurve?: boolean;
  className?: string;
};

/** Renders the mark, a ring without a collar; decorative, the puppy's name stands beside it. */
export function PuppyDot({ puppy, isCurve = false, className }: PuppyDotProps) {
  const color = isCurve ? curveColorOf(puppy) : collarOf(puppy);
  return (
    <span
      aria-hidden
      data-collar={color?.name ?? "none"}
      style={color && { background: isCurve ? color.line : color.fill }}
      className={cn(
        "inline-block size-3.5 shrink-0 rounded-full border border-foreground/55",
        color === undefined && "border-dashed",
        className,
      )}
    />
  );
}

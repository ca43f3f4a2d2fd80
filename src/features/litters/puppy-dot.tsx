/** The coloured mark by which a puppy is known: the colour of its collar. */
import { cn } from "@/lib/utils";
import { collarOf } from "@/features/litters/collar-colors";

type PuppyDotProps = { puppy: { readonly collarColor: string | null }; className?: string };

/** Renders the mark, a ring without a collar; decorative, the puppy's name stands beside it. */
export function PuppyDot({ puppy, className }: PuppyDotProps) {
  const color = collarOf(puppy);
  return (
    <span
      aria-hidden
      data-collar={color?.name ?? "none"}
      style={color && { background: color.fill }}
      className={cn(
        "inline-block size-3.5 shrink-0 rounded-full border border-foreground/55",
        color === undefined && "border-dashed",
        className,
      )}
    />
  );
}

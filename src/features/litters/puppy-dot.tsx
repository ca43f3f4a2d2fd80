/** The coloured mark by which a puppy is known: the colour of its collar and of its curve. */
import { cn } from "@/lib/utils";
import { colorsOf } from "@/features/litters/collar-colors";

type PuppyDotProps = {
  puppy: { readonly collarColor: string | null; readonly order: number };
  className?: string;
};

/** Renders the mark; decorative, the puppy's name stands beside it. */
export function PuppyDot({ puppy, className }: PuppyDotProps) {
  const { light, dark } = colorsOf(puppy);
  return (
    <span
      aria-hidden
      style={{ "--dot": light, "--dot-dark": dark } as React.CSSProperties} // custom properties are not in its type
      className={cn(
        "inline-block size-3.5 shrink-0 rounded-full border border-foreground/25 bg-(--dot) dark:bg-(--dot-dark)",
        className,
      )}
    />
  );
}

/** The button for adding something, at the bottom of the screen where the thumb reaches it. */
import { type ComponentProps, useEffect, useState } from "react";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

type FloatingAddButtonProps = Omit<ComponentProps<typeof Button>, "children"> & { "aria-label": string };

/** A scroll of fewer pixels is ignored as accidental. */
const MEANT_PX = 24;

/** True while the user scrolls down to read. The button would cover the text then. */
function useIsReadingDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    // Measuring earlier than the first scroll would force the browser to lay out the new page at once.
    let turnedAt: number | null = null;
    let wasDown = false;
    const follow = () => {
      const { scrollY, innerHeight } = window;
      turnedAt ??= scrollY;
      // The end of the page has free space for the button.
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - MEANT_PX;
      const isFurther = wasDown ? scrollY >= turnedAt : scrollY <= turnedAt;
      if (isFurther) turnedAt = scrollY;
      else if (Math.abs(scrollY - turnedAt) > MEANT_PX) {
        wasDown = !wasDown;
        turnedAt = scrollY;
      }
      setDown(wasDown && !isAtEnd && scrollY > MEANT_PX);
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, []);
  return isDown;
}

/** Disappears while the user scrolls down, and returns when the user scrolls up or reaches the end of the page. */
export function FloatingAddButton({ className, ...props }: FloatingAddButtonProps) {
  const isAway = useIsReadingDown();
  return (
    <>
      {/* On a phone, the page fades out behind the button. Otherwise the button would cover half of another button. */}
      <div
        aria-hidden
        className={cn(
          "pointer-events-none fixed inset-x-0 bottom-0 z-10 h-22 bg-linear-to-t from-background from-60% transition-transform sm:hidden print:hidden",
          isAway && "translate-y-24",
        )}
      />
      <Button
        size="icon"
        className={cn(
          "fixed right-4 bottom-4 z-20 size-14 rounded-full shadow-raised transition-transform",
          isAway && "translate-y-24 focus-visible:translate-y-0",
          className,
        )}
        {...props}
      >
        <Plus aria-hidden className="size-6" />
      </Button>
    </>
  );
}

/**
 * Offers the tour to a new user, at the bottom of the window. On a phone the offer is below the page, because it
 * would cover the page.
 */
import { Compass, X } from "lucide-react";
import { Button } from "@/components/ui/button";

type TutorialPromptProps = { onStart: () => void; onDismiss: () => void };

/** The offer does not take the focus, and the area around it does not catch clicks. */
export function TutorialPrompt({ onStart, onDismiss }: TutorialPromptProps) {
  return (
    <section
      aria-label="Tour of Studbook"
      onKeyDown={({ key }) => (key === "Escape" ? onDismiss() : undefined)}
      data-slot="tutorial-prompt"
      className="relative mx-3 mb-24 flex flex-col gap-3 rounded-lg border border-brass-line bg-popover p-4 text-popover-foreground shadow-raised sm:fixed sm:right-5 sm:bottom-5 sm:z-20 sm:m-0 sm:w-88 print:hidden"
    >
      <div className="flex items-start gap-3 pr-8">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-brass-soft text-brass">
          <Compass aria-hidden className="size-5" />
        </span>
        <p className="pt-1.5">New to Studbook? Take a two-minute tour.</p>
      </div>
      <div className="flex gap-2 *:flex-1">
        <Button onClick={onStart}>Start Tour</Button>
        <Button variant="outline" onClick={onDismiss}>
          No Thanks
        </Button>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Dismiss the offer of a tour"
        className="absolute top-2 right-2"
        onClick={onDismiss}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

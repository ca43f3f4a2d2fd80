/**
 * The tour over the app: the control of the step is lit, everything else dimmed, and a card beside it explains. Focus
 * stays in the card, Escape skips, and arrow keys turn the steps.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Dialog as DialogPrimitive } from "radix-ui";
import { useNavigate } from "@/lib/router";
import { Button } from "@/components/ui/button";
import { useReturnFocus } from "@/components/ui/return-focus";
import type { Box } from "@/features/tutorial/placement";
import { MENU_TARGETS, STEP_CONTENTS, type StepContent } from "@/features/tutorial/tutorial-steps";
import { useStepLayout } from "@/features/tutorial/use-target";
import { useKennel } from "@/hooks/use-kennel";
import { TUTORIAL_STEPS } from "@domain/accounts/rules";

type TutorialTourProps = { onSkip: () => void; onComplete: () => void };

const COUNT = TUTORIAL_STEPS.length;

/** Returns a step as this person gets it: without the right to read an area it stays with the menu. */
function useStep(position: number): Pick<StepContent, "title" | "text" | "path" | "targets"> {
  const { can } = useKennel();
  const content = STEP_CONTENTS[TUTORIAL_STEPS[position] ?? "welcome"];
  if (!content.area || can(content.area, "read")) return content;
  return { title: content.title, text: content.text, targets: MENU_TARGETS };
}

/** Renders the tour from its first step. */
export function TutorialTour({ onSkip, onComplete }: TutorialTourProps) {
  const [position, setPosition] = useState(0);
  const nextRef = useRef<HTMLButtonElement>(null);
  const { title, text, path, targets } = useStep(position);
  const { cardRef, layout } = useStepLayout(targets);
  const navigate = useNavigate();
  const returnFocus = useReturnFocus();
  const isLast = position === COUNT - 1;

  useEffect(() => {
    if (path !== undefined) void navigate(path);
  }, [path, navigate]);
  // The first step has no way back: the focus stays in the card.
  useEffect(() => {
    if (position === 0) nextRef.current?.focus();
  }, [position]);

  const next = () => (isLast ? onComplete() : setPosition(position + 1));
  const previous = () => setPosition(Math.max(0, position - 1));
  const turn = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight" && !isLast) next();
    else if (event.key === "ArrowLeft") previous();
  };
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onSkip())}>
      <DialogPrimitive.Portal>
        <Spotlight spot={layout?.spot ?? null} />
        <DialogPrimitive.Content
          ref={cardRef}
          data-slot="tutorial-card"
          onKeyDown={turn}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus(event);
            event.preventDefault();
            nextRef.current?.focus();
          }}
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          style={{ left: layout?.left ?? 0, top: layout?.top ?? 0, opacity: layout ? 1 : 0 }}
          className="fixed z-50 flex w-[min(23rem,calc(100vw-1.5rem))] flex-col gap-4 rounded-xl border border-brass-line bg-popover p-5 text-popover-foreground shadow-raised print:hidden"
        >
          <StepText position={position} title={title} text={text} />
          <StepButtons
            isFirst={position === 0}
            isLast={isLast}
            nextRef={nextRef}
            onNext={next}
            onPrevious={previous}
            onSkip={onSkip}
          />
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

function StepText({ position, title, text }: { position: number; title: string; text: string }) {
  const progress = `Step ${position + 1} of ${COUNT}`;
  return (
    <>
      <div
        role="progressbar"
        aria-label="Progress of the tour"
        aria-valuemin={1}
        aria-valuemax={COUNT}
        aria-valuenow={position + 1}
        aria-valuetext={progress}
        className="h-1.5 overflow-hidden rounded-full bg-secondary"
      >
        <div
          className="h-full rounded-full bg-brass-line transition-[width]"
          style={{ width: `${((position + 1) / COUNT) * 100}%` }}
        />
      </div>
      <div aria-live="polite" aria-atomic className="flex flex-col gap-1">
        <p className="text-sm font-semibold text-muted-foreground">{progress}</p>
        <DialogPrimitive.Title className="font-title text-xl leading-tight">{title}</DialogPrimitive.Title>
        <DialogPrimitive.Description>{text}</DialogPrimitive.Description>
      </div>
    </>
  );
}

type StepButtonsProps = {
  isFirst: boolean;
  isLast: boolean;
  nextRef: RefObject<HTMLButtonElement | null>;
  onNext: () => void;
  onPrevious: () => void;
  onSkip: () => void;
};

function StepButtons({ isFirst, isLast, nextRef, onNext, onPrevious, onSkip }: StepButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isLast ? null : (
        <Button variant="link" className="mr-auto px-0" onClick={onSkip}>
          Skip tutorial
        </Button>
      )}
      <span className="ml-auto flex gap-2">
        {isFirst ? null : (
          <Button variant="outline" onClick={onPrevious}>
            Previous
          </Button>
        )}
        <Button ref={nextRef} onClick={onNext}>
          {isLast ? "Complete" : "Next"}
        </Button>
      </span>
    </div>
  );
}

/** How far the light reaches around a control. */
const HALO = 6;

function Spotlight({ spot }: { spot: Box | null }) {
  if (!spot) return <div aria-hidden className="fixed inset-0 z-40 bg-overlay print:hidden" />;
  return (
    <div aria-hidden className="fixed inset-0 z-40 overflow-hidden print:hidden">
      <div
        data-slot="tutorial-spot"
        className="absolute rounded-lg border-2 border-brass-line shadow-[0_0_0_200vmax_var(--overlay)] transition-[left,top,width,height]"
        style={{
          left: spot.left - HALO,
          top: spot.top - HALO,
          width: spot.width + 2 * HALO,
          height: spot.height + 2 * HALO,
        }}
      />
    </div>
  );
}

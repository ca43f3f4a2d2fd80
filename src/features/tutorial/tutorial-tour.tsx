/**
 * The tour over the app. The step's control is highlighted, everything else is dimmed, and a card beside the
 * control explains it. The focus stays in the card, Escape skips the tour, and arrow keys change the step.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Dialog as DialogPrimitive } from "radix-ui";
import { useNavigate } from "@/lib/router";
import { Button } from "@/components/ui/button";
import { useReturnFocus } from "@/components/ui/return-focus";
import { type Box, placeCard, visiblePart, type Size } from "@/features/tutorial/placement";
import { useKennel, type Area } from "@/hooks/use-kennel";
import { TUTORIAL_STEPS, type TutorialStep } from "@domain/accounts/rules";

type StepLayout = {
  /** The highlighted part of the control. Null without a control. */
  spot: Box | null;
  left: number;
  top: number;
};

function findVisible(targets: readonly string[]): Element | null {
  for (const selector of targets) {
    for (const element of document.querySelectorAll(selector)) {
      if (element.getClientRects().length > 0) return element;
    }
  }
  return null;
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

function bringIntoSight(element: Element, viewport: Size): void {
  const { height } = element.getBoundingClientRect();
  // Controls outside the page's own content do not scroll.
  element.scrollIntoView({ block: height > viewport.height / 3 ? "start" : "center", inline: "nearest" });
}

/** The part of a control that the top bar does not cover. */
function underTopBar(box: Box, element: Element): Box {
  const bar = document.querySelector("header");
  if (!bar || bar.contains(element) || !document.getElementById("main")?.contains(element)) return box;
  const covered = Math.max(0, bar.getBoundingClientRect().bottom - box.top);
  return { ...box, top: box.top + covered, height: Math.max(0, box.height - covered) };
}

function layOut(element: Element | null, card: HTMLElement): StepLayout {
  const viewport = { width: window.innerWidth, height: window.innerHeight };
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const spot = element && visiblePart(underTopBar(boxOf(element), element), size, viewport);
  return { spot, ...placeCard(spot, size, viewport) };
}

const isSame = (a: StepLayout | null, b: StepLayout): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Null until first measured. Scrolls the step's control into view once. Measures again in every frame, because data
 * may arrive, the window may be resized and fonts may load. If several targets exist, the first visible target is
 * used.
 */
function useStepLayout(targets: readonly string[]) {
  const cardRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<StepLayout | null>(null);
  useEffect(() => {
    let shown: Element | null = null;
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const card = cardRef.current;
      if (!card) return;
      const found = findVisible(targets);
      if (found && found !== shown) {
        bringIntoSight(found, { width: window.innerWidth, height: window.innerHeight });
        shown = found;
      }
      const next = layOut(found, card);
      setLayout((last) => (isSame(last, next) ? last : next));
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [targets]);
  return { cardRef, layout };
}

type StepContent = {
  title: string;
  /** Two short sentences. */
  text: string;
  /** Without a path, the current page stays. */
  path?: string;
  /** Without the right to read this area, the step points at the menu. */
  area?: Area;
  /** In order of preference. */
  targets: readonly string[];
};

const HELP = '[data-tour="help"]';
const MENU = ['[data-tour="navigation"]', '[data-tour="menu-button"]'];

const STEP_CONTENTS: Readonly<Record<TutorialStep, StepContent>> = {
  welcome: {
    title: "Welcome to Studbook",
    text: "This tour shows you around in two minutes. This button opens it again whenever you like.",
    targets: [HELP],
  },
  "dashboard overview": {
    title: "Your dashboard",
    text: "Here you see how your kennel is doing and what needs your attention today. Each card opens the list that it counts.",
    path: "/dashboard",
    targets: ['[data-tour="dashboard"]', '#main a[href$="/dashboard/dogs"]', "#main h2"],
  },
  "navigation menu": {
    title: "The menu",
    text: "From here you reach every area of your kennel. The search in the top bar jumps straight to a dog.",
    targets: MENU,
  },
  "dog management": {
    title: "Your dogs",
    text: "Start with your dogs, parents first. Each dog's page has its pedigree, photos and documents.",
    path: "/dashboard/dogs",
    area: "dogs",
    targets: ['#main [data-tour="add-dog"]', '#main [role="searchbox"]', "#main input"],
  },
  "health tracking": {
    title: "Health",
    text: "Records, shots, vet visits and tests are all in one place. You see what is due in time.",
    path: "/dashboard/health",
    area: "health",
    targets: ['#main [role="tablist"]'],
  },
  "breeding records": {
    title: "Breeding",
    text: "Plan a mating here and Studbook works out the due date. The litter and its puppies follow from it.",
    path: "/dashboard/breeding",
    area: "breeding",
    targets: ['#main [data-tour="plan-breeding"]', '#main [role="tablist"]'],
  },
  complete: {
    title: "You are all set",
    text: "That was the tour, and your kennel is ready. This button starts it again at any time.",
    path: "/dashboard",
    targets: [HELP],
  },
};

type TutorialTourProps = { onSkip: () => void; onComplete: () => void };

const COUNT = TUTORIAL_STEPS.length;

/** Without the right to read its area, the step points at the menu. */
function useStep(position: number): Pick<StepContent, "title" | "text" | "path" | "targets"> {
  const { can } = useKennel();
  const content = STEP_CONTENTS[TUTORIAL_STEPS[position] ?? "welcome"];
  if (!content.area || can(content.area, "read")) return content;
  return { title: content.title, text: content.text, targets: MENU };
}

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
  // On the first step the Previous button disappears, so the focus moves to the Next button.
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

/** The highlight extends this far around a control. */
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

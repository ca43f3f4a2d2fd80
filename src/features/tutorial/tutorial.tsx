/** The offer of the tour and the tour itself, loaded on demand. */
import { Suspense } from "react";
import type { useTutorial } from "@/features/tutorial/use-tutorial";
import { lateLazy } from "@/lib/ready-lazy";

const TutorialPrompt = lateLazy(
  async () => (await import("@/features/tutorial/tutorial-prompt")).TutorialPrompt,
);
const TutorialTour = lateLazy(async () => (await import("@/features/tutorial/tutorial-tour")).TutorialTour);

export function Tutorial({ tutorial }: { tutorial: ReturnType<typeof useTutorial> }) {
  return (
    <>
      {/* Always rendered, so that screen readers announce the offer when it appears. */}
      <div role="status" className="sr-only">
        {tutorial.isOffered ? "New to Studbook? A two-minute tour is offered at the end of the page." : ""}
      </div>
      <Suspense fallback={null}>
        {tutorial.isOffered ? <TutorialPrompt onStart={tutorial.start} onDismiss={tutorial.dismiss} /> : null}
        {tutorial.isOpen ? <TutorialTour onSkip={tutorial.skip} onComplete={tutorial.complete} /> : null}
      </Suspense>
    </>
  );
}

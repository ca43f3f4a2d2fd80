/**
 * The seven steps: what each says, on which page it stands and which real control it points at. Of several places
 * the first one that can be seen counts, so that on a phone the menu's button stands for the closed menu.
 */
import type { Area } from "@/hooks/use-kennel";
import type { TutorialStep } from "@domain/accounts/rules";

export type StepContent = {
  title: string;
  /** Two short sentences. */
  text: string;
  /** The page it stands on; the page that is open when there is none. */
  path?: string;
  /** What a person must be allowed to read to be led there; otherwise the step points at the menu. */
  area?: Area;
  /** What it points at, the best place first. */
  targets: readonly string[];
};

const HELP = '[data-tour="help"]';
const MENU = ['[data-tour="navigation"]', '[data-tour="menu-button"]'];

/** What a step points at that is about an area the person may not read. */
export const MENU_TARGETS: readonly string[] = MENU;

export const STEP_CONTENTS: Readonly<Record<TutorialStep, StepContent>> = {
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

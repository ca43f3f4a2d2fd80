/** What a breeder with an empty kennel can do first. */
import { ArrowRight } from "lucide-react";
import { Link } from "@/lib/router";
import { Button } from "@/components/ui/button";

const steps = [
  {
    title: "Complete your kennel",
    text: "Add its prefix, your address and a logo.",
    links: [{ label: "Open kennel settings", to: "/dashboard/settings?tab=kennel" }],
  },
  {
    title: "Enter your dogs",
    text: "Start with the parents, so that their offspring can be linked to them.",
    links: [
      { label: "Add your first dog", to: "/dashboard/dogs?add=1" },
      { label: "Import dogs from a file", to: "/dashboard/dogs?import=1" },
    ],
  },
  {
    title: "Bring in your team",
    text: "Add the people you work with. Everyone sees changes at once.",
    links: [{ label: "Invite a person", to: "/dashboard/settings?tab=kennel#team" }],
  },
] as const;

/** Renders the three first steps, or a word to a member who can only read. */
export function FirstSteps({ canWrite }: { canWrite: boolean }) {
  if (!canWrite) {
    return (
      <p className="text-muted-foreground">
        This kennel has no dogs yet. They will appear here when they are added.
      </p>
    );
  }
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-brass-line/60 bg-card p-5 shadow-page"
    >
      <h3 id="first-steps" className="font-title text-xl">
        Start with one dog
      </h3>
      <ol className="mt-4 grid gap-5 md:grid-cols-3">
        {steps.map(({ title, text, links }, index) => (
          <li key={title} className="flex flex-col items-start border-l-2 border-brass-line pl-4">
            <p className="font-semibold">
              {index + 1}. {title}
            </p>
            <p className="flex-1 text-muted-foreground">{text}</p>
            {links.map(({ label, to }) => (
              <Button key={label} asChild variant="link" className="mt-1 h-auto px-0 py-1">
                <Link to={to}>
                  {label}
                  <ArrowRight aria-hidden />
                </Link>
              </Button>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * The frame of the two sign-in pages: an open studbook beside the sheet to sign; on a phone only its spine
 * is left.
 */
import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import { Mark } from "@/components/wordmark";
import { PedigreeDrawing } from "@/features/accounts/pedigree-drawing";

type SignInLayoutProps = {
  title: string;
  tagline: string;
  note?: ReactNode;
  children: ReactNode;
  /** The way to the other page; null where that leads nowhere. */
  other: { question: string; label: string; to: string; state: unknown } | null;
};

/** Renders the frame with a form in it. */
export function SignInLayout({ title, tagline, note, children, other }: SignInLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[0.75rem_minmax(0,1fr)] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Cover />
      <main className="flex flex-col items-center px-4 pt-8 pb-12 sm:justify-center sm:px-8 sm:py-12">
        <div className="flex w-full max-w-md flex-col gap-7">
          <header className="flex flex-col gap-2">
            <Mark className="mb-2 -ml-1.5 size-11" />
            <h1 className="font-title text-4xl leading-tight">{title}</h1>
            <p className="text-lg text-balance text-muted-foreground">{tagline}</p>
          </header>
          {note}
          {children}
          {other ? (
            <p className="border-t pt-5 text-muted-foreground">
              {other.question}{" "}
              <Link
                to={other.to}
                state={other.state}
                className="font-semibold text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {other.label}
              </Link>
            </p>
          ) : null}
        </div>
      </main>
    </div>
  );
}

function Cover() {
  return (
    <div aria-hidden className="border-r-2 border-brass-line bg-sidebar text-sidebar-foreground lg:p-8">
      <div className="hidden h-full rounded-lg border border-brass-line/60 p-6 lg:flex xl:p-10">
        <PedigreeDrawing className="m-auto w-full max-w-xl" />
      </div>
    </div>
  );
}

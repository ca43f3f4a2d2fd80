/**
 * The frame of the two sign-in pages: the cover of a studbook beside the sheet to sign, or above it on a
 * phone.
 */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Wordmark } from "@/components/wordmark";
import { PedigreeDrawing } from "@/features/sign-in/pedigree-drawing";

type SignInLayoutProps = {
  title: string;
  tagline: string;
  note?: ReactNode;
  children: ReactNode;
  /** The way to the other page. */
  other: { question: string; label: string; to: string; state: unknown };
};

/** Renders the frame with a form in it. */
export function SignInLayout({ title, tagline, note, children, other }: SignInLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Cover />
      <main className="flex flex-col items-center px-5 pt-8 pb-12 sm:justify-center sm:py-12">
        <div className="flex w-full max-w-md flex-col gap-7">
          <header className="flex flex-col gap-2">
            <h1 className="font-title text-4xl leading-tight">{title}</h1>
            <p className="text-lg text-muted-foreground">{tagline}</p>
          </header>
          {note}
          {children}
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
        </div>
      </main>
    </div>
  );
}

function Cover() {
  return (
    <div
      aria-hidden
      className="relative flex items-center overflow-hidden border-b-2 border-brass-line bg-sidebar px-5 py-4 text-sidebar-foreground lg:items-stretch lg:border-r-2 lg:border-b-0 lg:p-8"
    >
      <div className="hidden w-full flex-col rounded-lg border border-brass-line/60 p-10 lg:flex">
        <Wordmark className="text-3xl" />
        <PedigreeDrawing className="m-auto w-full max-w-md py-10" />
      </div>
      <Wordmark className="lg:hidden" />
    </div>
  );
}

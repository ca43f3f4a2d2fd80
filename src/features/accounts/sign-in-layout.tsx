/**
 * The layout of the sign-in and sign-up pages: an open studbook with an empty pedigree beside the form. Phones show
 * only the spine of the book.
 */
import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import { Mark } from "@/components/wordmark";

const COLUMN_TITLES = ["Dog", "Parents", "Grandparents", "Great-grandparents"];
const COLUMN = 128;
const WIDTH = COLUMN * COLUMN_TITLES.length;
const HEAD = 44;
const BODY = 400;
/** The space between the end of a line and the start of its branches. */
const BRANCH = 26;
const RADIUS = 6;

const LAST = COLUMN_TITLES.length - 1;

type Line = { x: number; y: number; fromY: number | null; length: number };

function lines(): Line[] {
  return COLUMN_TITLES.flatMap((_title, generation) => {
    const rowHeight = BODY / 2 ** generation;
    return Array.from({ length: 2 ** generation }, (_, row) => ({
      x: generation * COLUMN,
      length: generation === LAST ? COLUMN : COLUMN - BRANCH,
      y: HEAD + rowHeight * (row + 0.5),
      fromY: generation === 0 ? null : HEAD + rowHeight * 2 * (Math.floor(row / 2) + 0.5),
    }));
  });
}

/** The path from the end of a line in the next generation, around a corner, to the start of this line. */
function branch({ x, y, fromY }: { x: number; y: number; fromY: number }): string {
  const turn = x - BRANCH / 2;
  const step = y < fromY ? -RADIUS : RADIUS;
  return [
    `M${x - BRANCH} ${fromY}H${turn - RADIUS}`,
    `q${RADIUS} 0 ${RADIUS} ${step}`,
    `V${y - step}`,
    `q0 ${step} ${RADIUS} ${step}`,
    `H${x}`,
  ].join("");
}

/** Like a studbook before names are entered. The dog's own line is in brass. */
function PedigreeDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEAD + BODY}`} className={className} fill="none" strokeLinecap="round">
      {COLUMN_TITLES.map((title, generation) => (
        <text
          key={title}
          x={generation * COLUMN}
          y={18}
          className="fill-sidebar-muted font-serif italic"
          fontSize={13}
        >
          {title}
        </text>
      ))}
      <path d={`M0 ${HEAD - 12}H${WIDTH}`} className="stroke-brass-line" strokeWidth={0.75} />
      {lines().map(({ x, y, fromY, length }) =>
        fromY === null ? (
          <path
            key={`${x} ${y}`}
            d={`M${x} ${y}h${length}`}
            className="stroke-brass-line"
            strokeWidth={2.5}
          />
        ) : (
          <path
            key={`${x} ${y}`}
            d={`${branch({ x, y, fromY })}h${length}`}
            className="stroke-sidebar-muted"
            strokeWidth={1.25}
            opacity={0.7}
          />
        ),
      )}
    </svg>
  );
}

type SignInLayoutProps = {
  title: string;
  tagline: string;
  note?: ReactNode;
  children: ReactNode;
  /** Null if there is no other page to link to. */
  other: { question: string; label: string; to: string; state: unknown } | null;
};

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

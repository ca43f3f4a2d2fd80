/** A four-generation page as it is ruled in a studbook before the names go in. */

const COLUMN_TITLES = ["Dog", "Parents", "Grandparents", "Great-grandparents"];
const COLUMN = 128;
const WIDTH = COLUMN * COLUMN_TITLES.length;
const HEAD = 44;
const BODY = 400;
/** Room between the end of a line and the beginning of those that branch off it. */
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

/** From the end of the line one generation back, round a corner, to the beginning of this line. */
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

/** Renders the page, with the line of the dog itself in brass. */
export function PedigreeDrawing({ className }: { className?: string }) {
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

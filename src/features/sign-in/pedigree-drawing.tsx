/** The lines of a four-generation pedigree, as they are ruled in a studbook before the names go in. */

const GENERATIONS = 4;
const WIDTH = 440;
const HEIGHT = 360;
const COLUMN = WIDTH / GENERATIONS;
const LINE_LENGTH = COLUMN - 26;

type Entry = { x: number; y: number; parentY: number | null };

function entries(): Entry[] {
  const all: Entry[] = [];
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const count = 2 ** generation;
    const rowHeight = HEIGHT / count;
    for (let row = 0; row < count; row += 1) {
      const parentY = generation === 0 ? null : rowHeight * 2 * (Math.floor(row / 2) + 0.5);
      all.push({ x: generation * COLUMN, y: rowHeight * (row + 0.5), parentY });
    }
  }
  return all;
}

/** Renders the lines, brass for the dog itself. */
export function PedigreeDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={className} fill="none" strokeLinecap="round">
      {entries().map(({ x, y, parentY }) => (
        <g key={`${x} ${y}`} className={parentY === null ? "stroke-brass-line" : "stroke-sidebar-muted"}>
          <path
            d={`M${x + 4} ${y}h${LINE_LENGTH}`}
            strokeWidth={parentY === null ? 2.5 : 1.25}
            opacity={parentY === null ? 1 : 0.75}
          />
          {parentY === null ? null : <path d={bracket(x, y, parentY)} strokeWidth={1.25} opacity={0.5} />}
        </g>
      ))}
    </svg>
  );
}

/** From the end of the line one generation back, up or down to this line's beginning. */
function bracket(x: number, y: number, parentY: number): string {
  const turn = x - 9;
  const radius = 6;
  const direction = y < parentY ? -1 : 1;
  return `M${x - 18} ${parentY}H${turn - radius}q${radius} 0 ${radius} ${direction * radius}V${y - direction * radius}q0 ${direction * radius} ${radius} ${direction * radius}H${x + 4}`;
}

/** How the puppy grows: its own curve, and the median of its litter. */
import { formatShortDay } from "@domain/formatting/formatting";
import { localDay } from "@domain/dates/calendar-days";
import { Card } from "@/family/parts";
import type { Page, Story } from "@/family/session";

const DAY_MS = 86_400_000;
const WIDTH = 420;
const HEIGHT = 190;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 410, 14, 166];
/** The approximate number of grid lines. */
const LINES = 4;

interface Point {
  readonly day: number;
  readonly grams: number;
}

/** Round weights in grams, up to the highest weight. */
function stepsOf(most: number): number[] {
  const rough = most / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

const gramsText = (grams: number): string =>
  grams >= 1000 ? `${String(Math.round(grams / 100) / 10)} kg` : `${String(Math.round(grams))} g`;

/** The text beside the chart has the same information. */
function Chart({ own, medians, name }: { own: readonly Point[]; medians: readonly Point[]; name: string }) {
  const last = Math.max(7, ...own.map(({ day }) => day));
  const middle = medians.filter(({ day }) => day <= last);
  const most = Math.max(...own.map(({ grams }) => grams), ...middle.map(({ grams }) => grams));
  const x = (day: number) => LEFT + (day / last) * (RIGHT - LEFT);
  const y = (grams: number) => BOTTOM - (grams / (most * 1.08)) * (BOTTOM - TOP);
  const line = (points: readonly Point[]) =>
    points.map(({ day, grams }) => `${x(day).toFixed(1)},${y(grams).toFixed(1)}`).join(" ");
  const weeks = Array.from({ length: Math.floor(last / 7) + 1 }, (_, week) => week);
  const every = Math.ceil(weeks.length / 6);
  const end = own.at(-1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full"
      role="img"
      aria-label={`${name}'s weight by age`}
    >
      {stepsOf(most).map((grams) => (
        <g key={grams}>
          <path d={`M${LEFT} ${y(grams)}H${RIGHT}`} stroke="var(--border)" />
          <text x={LEFT - 5} y={y(grams) + 4} fontSize="12" textAnchor="end" fill="var(--muted-foreground)">
            {gramsText(grams)}
          </text>
        </g>
      ))}
      {weeks
        .filter((week) => week % every === 0)
        .map((week) => (
          <text
            key={week}
            x={x(week * 7)}
            y={HEIGHT - 4}
            fontSize="12"
            textAnchor="middle"
            fill="var(--muted-foreground)"
          >
            {week === 0 ? "birth" : `${week} wk`}
          </text>
        ))}
      {middle.length > 1 ? (
        <polyline
          points={line(middle)}
          fill="none"
          stroke="var(--muted-foreground)"
          strokeWidth="2"
          strokeDasharray="5 5"
        />
      ) : null}
      <polyline
        points={line(own)}
        fill="none"
        stroke="var(--primary)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      {end ? <circle cx={x(end.day)} cy={y(end.grams)} r="5" fill="var(--primary)" /> : null}
    </svg>
  );
}

/** Renders nothing until the puppy was weighed twice. */
export function Growth({ puppy, story }: { puppy: NonNullable<Page["puppy"]>; story: Story }) {
  const born = puppy.bornAt ?? Date.parse(`${puppy.bornOn ?? ""}T00:00:00Z`);
  const weighed = story.weights.map(({ grams, weighedAt }) => ({
    ...{ grams, day: Math.max(0, (weighedAt - born) / DAY_MS) },
  }));
  const own = [
    ...(puppy.birthWeightGrams === null ? [] : [{ day: 0, grams: puppy.birthWeightGrams }]),
    ...weighed,
  ];
  const latest = story.weights.at(-1);
  if (own.length < 2 || !latest || Number.isNaN(born)) return null;
  const hasMiddle = story.medians.length > 1;
  return (
    <Card
      title="Weight"
      aside={
        <p>
          <span className="font-semibold">{latest.grams.toLocaleString("en-US")} g</span>{" "}
          <span className="text-sm text-muted-foreground">
            {formatShortDay(localDay(new Date(latest.weighedAt)))}
          </span>
        </p>
      }
    >
      <div className="px-3 pb-1">
        <Chart own={own} medians={story.medians} name={puppy.calledName} />
      </div>
      <p className="px-4 pb-4 text-sm text-muted-foreground sm:px-5">
        The line is {puppy.calledName}
        {hasMiddle ? ", the dashed one the middle of the litter." : "."}
      </p>
    </Card>
  );
}

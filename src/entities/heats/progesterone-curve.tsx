/**
 * The curve of progesterone over the days of a heat, with the important levels, the best days for mating, and the
 * matings. It is only a picture, because the text beside it has the readings and their meaning.
 */
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";
import { describeCycle } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { formatShortDay } from "@domain/formatting/formatting";
import { BEST_MATING_DAYS, LH_SURGE_NG, OVULATION_NG, type ProgesteroneUnit } from "@domain/heats/rules";
import { addDays, daysBetween } from "@domain/dates/calendar-days";
import { fromNanograms, toPoints, type Cycle } from "@domain/heats/cycle";

type ProgesteroneCurveProps = { heat: HeatEntry; cycle: Cycle; unit: ProgesteroneUnit };

const AXIS = { fill: "var(--muted-foreground)", fontSize: 13 };

export default function ProgesteroneCurve({ heat, cycle, unit }: ProgesteroneCurveProps) {
  const points = toPoints(heat.readings, heat.startOn).map(({ day, nanograms }) => ({
    day,
    value: Number(fromNanograms(nanograms, unit).toFixed(2)),
  }));
  const first = Math.floor(points[0]?.day ?? 0);
  const best = cycle.bestMating ? daysBetween(heat.startOn, cycle.bestMating.to) + 1 : 0;
  const last = Math.max(Math.ceil(points.at(-1)?.day ?? 1), best, first + 4);
  const level = (nanograms: number): number => fromNanograms(nanograms, unit);
  const summary = [`${points.length} readings`, ...describeCycle(cycle)].join(". ");
  const ovulationDay = cycle.ovulation ? daysBetween(heat.startOn, cycle.ovulation.on) : null;
  return (
    <div role="img" aria-label={`Progesterone curve: ${summary}`} className="h-56 w-full sm:h-64">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
        <LineChart
          data={points}
          margin={{ top: 20, right: 12, bottom: 4, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis
            dataKey="day"
            type="number"
            domain={[first, last]}
            allowDecimals={false}
            tickFormatter={(day: number) => formatShortDay(addDays(heat.startOn, Math.floor(day)))}
            tick={AXIS}
            stroke="var(--border)"
          />
          <YAxis
            width={44}
            domain={[0, (highest: number) => Math.ceil(Math.max(highest, level(OVULATION_NG) * 1.6))]}
            tick={AXIS}
            stroke="var(--border)"
          />
          {ovulationDay === null ? null : (
            <ReferenceArea
              x1={ovulationDay + BEST_MATING_DAYS.from}
              x2={ovulationDay + BEST_MATING_DAYS.to + 1}
              fill="var(--success-soft)"
              fillOpacity={1}
              ifOverflow="hidden"
              label={{ value: "Best days", position: "insideBottom", fill: "var(--success)", fontSize: 13 }}
            />
          )}
          <ReferenceLine
            y={level(LH_SURGE_NG)}
            stroke="var(--brass-line)"
            strokeDasharray="4 4"
            label={{ value: "LH surge", position: "insideBottomLeft", fill: "var(--brass)", fontSize: 13 }}
          />
          <ReferenceLine
            y={level(OVULATION_NG)}
            stroke="var(--brass-line)"
            strokeDasharray="4 4"
            label={{ value: "Ovulation", position: "insideBottomLeft", fill: "var(--brass)", fontSize: 13 }}
          />
          {cycle.ovulation ? <ReferenceLine x={cycle.ovulation.day} stroke="var(--brass-line)" /> : null}
          {heat.matings.map(({ breedingId, breedingDate }) => (
            <ReferenceLine
              key={breedingId}
              x={daysBetween(heat.startOn, breedingDate) + 0.5}
              stroke="var(--info)"
              ifOverflow="hidden"
              label={{ value: "Mating", position: "top", fill: "var(--info)", fontSize: 13 }}
            />
          ))}
          <Line
            dataKey="value"
            type="monotone"
            stroke="var(--primary)"
            strokeWidth={2.5}
            dot={{ r: 4, fill: "var(--card)", stroke: "var(--primary)", strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

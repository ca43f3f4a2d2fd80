/** The curve of a dog's weight over time. The list beside it has the same weights in numbers. */
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { WeightPoint } from "@/entities/weights/weight-words";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { fromGrams, type WeightUnit } from "@domain/health/weights";

const AXIS = { fill: "var(--muted-foreground)", fontSize: 13 };

const monthText = (at: number): string =>
  new Date(at).toLocaleDateString("en-US", { month: "short", year: "2-digit" });

export default function WeightChart({ points, unit }: { points: readonly WeightPoint[]; unit: WeightUnit }) {
  const data = points.map(({ at, grams }) => ({ at, value: fromGrams(grams, unit) }));
  return (
    <div aria-hidden className="h-56 w-full min-w-0">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
        <LineChart data={data} margin={{ top: 8, right: 12, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={["dataMin", "dataMax"]}
            tickFormatter={monthText}
            minTickGap={40}
            tick={AXIS}
            stroke="var(--input)"
          />
          <YAxis width={54} domain={["auto", "auto"]} tick={AXIS} stroke="var(--input)" unit={` ${unit}`} />
          <Tooltip
            labelFormatter={(at) => formatDay(localDay(new Date(Number(at))))}
            formatter={(value) => [`${Number(value)} ${unit}`, "Weight"]}
            contentStyle={{
              background: "var(--popover)",
              border: "1px solid var(--border)",
              borderRadius: 6,
              color: "var(--popover-foreground)",
            }}
          />
          <Line
            dataKey="value"
            type="monotone"
            stroke="var(--primary)"
            strokeWidth={2.5}
            dot={{ r: 3, fill: "var(--card)", stroke: "var(--primary)", strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

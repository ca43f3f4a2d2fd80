/** The curves of a litter: one line per puppy in its collar's colour, and the litter's median. */
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { puppyName } from "@domain/litters/words";
import { curvesOf } from "@/features/litters/puppy-dot";
import type { LitterGrowth } from "@/features/litters/use-growth";

const ageText = (age: unknown): string => {
  const days = Math.round(Number(age) * 10) / 10;
  return days === 1 ? "Day 1" : `Day ${days}`;
};

/** Renders the chart; the table beside it says the same in words and numbers. */
export default function GrowthChart({ growth }: { growth: LitterGrowth }) {
  const { axisText, gramsText } = usePuppyWeights();
  const puppies = growth.puppies.map(({ puppy }) => puppy);
  const styles = curvesOf(puppies);
  const curves = new Map(puppies.map(({ _id }, index) => [_id, styles[index]]));
  return (
    <div aria-hidden className="h-80 w-full min-w-0 text-sm">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          accessibilityLayer={false}
          data={[...growth.rows]}
          margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis
            dataKey="age"
            type="number"
            domain={[0, "dataMax"]}
            allowDecimals={false}
            tick={{ fill: "var(--muted-foreground)" }}
            stroke="var(--input)"
            unit=" d"
          />
          <YAxis
            width={58}
            domain={["auto", "auto"]}
            tick={{ fill: "var(--muted-foreground)" }}
            stroke="var(--input)"
            tickFormatter={axisText}
          />
          <Tooltip
            labelFormatter={ageText}
            formatter={(grams) => gramsText(Number(grams))}
            // The colours of curves are too pale for text.
            itemStyle={{ color: "var(--popover-foreground)" }}
            contentStyle={{
              background: "var(--popover)",
              border: "1px solid var(--border)",
              borderRadius: 6,
              color: "var(--popover-foreground)",
            }}
          />
          <Legend formatter={(name) => <span className="text-foreground">{name}</span>} />
          <Line
            dataKey="median"
            name="Litter median"
            stroke="var(--foreground)"
            strokeDasharray="6 4"
            strokeWidth={2}
            dot={false}
            connectNulls
            isAnimationActive={false}
          />
          {growth.puppies.map(({ puppy }) => (
            // A thin edge of ink keeps a yellow or white curve visible on paper, and a black one at night.
            <Line
              key={puppy._id}
              dataKey={puppy._id}
              stroke="var(--foreground)"
              strokeOpacity={0.5}
              strokeWidth={3.5}
              strokeDasharray={curves.get(puppy._id)?.dash}
              dot={false}
              legendType="none"
              tooltipType="none"
              connectNulls
              isAnimationActive={false}
            />
          ))}
          {growth.puppies.map(({ puppy }) => (
            <Line
              key={puppy._id}
              dataKey={puppy._id}
              name={puppyName(puppy)}
              stroke={curves.get(puppy._id)?.color}
              strokeWidth={2.5}
              strokeDasharray={curves.get(puppy._id)?.dash}
              dot={{ r: 2.5, fill: curves.get(puppy._id)?.color, strokeWidth: 1, strokeDasharray: "" }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

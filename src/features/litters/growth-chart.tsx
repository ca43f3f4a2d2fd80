/**
 * The growth curves of a litter: one line per puppy in its collar's color, with one puppy highlighted, and the
 * litter's median.
 */
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { puppyName } from "@domain/litters/words";
import { COLLAR_EDGE, curvesOf } from "@/features/litters/puppy-dot";
import type { LitterGrowth } from "@/features/litters/use-growth";

const ageText = (age: unknown): string => {
  const days = Math.round(Number(age) * 10) / 10;
  return days === 1 ? "Day 1" : `Day ${days}`;
};

type GrowthChartProps = {
  growth: LitterGrowth;
  /** Null if no puppy is highlighted. */
  chosenId: string | null;
};

/** The other curves have this opacity while one puppy is highlighted. */
const FAINT = 0.22;

/** The cards have the same information in words and numbers. */
export default function GrowthChart({ growth, chosenId }: GrowthChartProps) {
  const { axisText, gramsText } = usePuppyWeights();
  const puppies = growth.puppies.map(({ puppy }) => puppy);
  const styles = curvesOf(puppies);
  const curves = new Map(puppies.map(({ _id }, index) => [_id, styles[index]]));
  // The highlighted curve is drawn over the others.
  const ordered = [...puppies].sort(
    (one, other) => Number(one._id === chosenId) - Number(other._id === chosenId),
  );
  const strengthOf = (id: string): number => (chosenId === null || id === chosenId ? 1 : FAINT);
  // The median of a single puppy would be its own curve.
  const hasMedian = puppies.length > 1 && growth.rows.some(({ median }) => median !== null);
  return (
    <figure>
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
              // The tooltip lists the median first, then the puppies in the order of the page.
              itemSorter={({ dataKey }) => puppies.findIndex(({ _id }) => _id === dataKey)}
              formatter={(grams) => gramsText(Number(grams))}
              // The colors of curves are too pale for text.
              itemStyle={{ color: "var(--popover-foreground)" }}
              contentStyle={{
                background: "var(--popover)",
                border: "1px solid var(--border)",
                borderRadius: 6,
                color: "var(--popover-foreground)",
              }}
            />
            {hasMedian ? (
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
            ) : null}
            {ordered.flatMap((puppy) => {
              const curve = curves.get(puppy._id);
              const strength = strengthOf(puppy._id);
              const shared = {
                dataKey: puppy._id,
                strokeDasharray: curve?.dash,
                connectNulls: true,
                isAnimationActive: false,
              };
              return [
                <Line
                  key={`${puppy._id} edge`}
                  {...shared}
                  stroke={COLLAR_EDGE}
                  strokeOpacity={strength}
                  strokeWidth={4.5}
                  dot={false}
                  tooltipType="none"
                />,
                <Line
                  key={puppy._id}
                  {...shared}
                  name={puppyName(puppy)}
                  stroke={curve?.color}
                  strokeOpacity={strength}
                  strokeWidth={2.5}
                  dot={{
                    r: puppy._id === chosenId ? 3.5 : 2.5,
                    fill: curve?.color,
                    stroke: COLLAR_EDGE,
                    strokeWidth: 1,
                    strokeDasharray: "",
                    opacity: strength,
                  }}
                  // While a puppy is highlighted, the tooltip shows only this puppy.
                  {...(strength < 1 && { tooltipType: "none" as const })}
                />,
              ];
            })}
          </LineChart>
        </ResponsiveContainer>
      </div>
      {hasMedian ? (
        <figcaption className="text-sm text-muted-foreground">
          The dashed line is the litter median.
        </figcaption>
      ) : null}
    </figure>
  );
}

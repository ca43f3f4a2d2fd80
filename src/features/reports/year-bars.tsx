/**
 * Bars by year, side by side. The table below contains the same numbers, so screen readers treat the chart as a
 * picture.
 */
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, XAxis, YAxis } from "recharts";

const AXIS = { fill: "var(--muted-foreground)", fontSize: 13 };

type YearBarsProps = {
  label: string;
  /** From the earliest year on. */
  years: readonly Record<string, string | number>[];
  bars: readonly { key: string; name: string; color: string }[];
  format?: (value: number) => string;
  /** Whether the axis may have marks between whole numbers. */
  hasDecimals?: boolean;
};

export default function YearBars({ label, years, bars, format, hasDecimals = false }: YearBarsProps) {
  return (
    <div role="img" aria-label={label} className="h-60 w-full">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 240 }}>
        <BarChart
          data={[...years]}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis dataKey="year" tick={AXIS} stroke="var(--border)" />
          <YAxis
            width={64}
            tick={AXIS}
            stroke="var(--border)"
            allowDecimals={hasDecimals}
            {...(format && { tickFormatter: format })}
          />
          <Legend
            iconType="square"
            itemSorter={null}
            formatter={(name: string) => <span style={{ color: "var(--foreground)" }}>{name}</span>}
          />
          {bars.map(({ key, name, color }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={color}
              radius={[3, 3, 0, 0]}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

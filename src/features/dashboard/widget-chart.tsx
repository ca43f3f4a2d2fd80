/** The charts of the widgets. The chart library is large, so it loads when the first chart is shown. */
import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { monthName, type WidgetFigures } from "@/features/dashboard/widget-words";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { formatDollars } from "@domain/formatting/formatting";

const AXIS = { fill: "var(--muted-foreground)", fontSize: 13 };
const TOOLTIP = {
  background: "var(--popover)",
  border: "1px solid var(--border)",
  borderRadius: 6,
  color: "var(--popover-foreground)",
};
const SIZE = { width: 320, height: 208 };
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };

interface BarsProps {
  readonly rows: readonly Record<string, string | number>[];
  readonly by: string;
  readonly bars: readonly { key: string; name: string; color: string }[];
  readonly format?: (value: number) => string;
  readonly label?: (name: string) => string;
}

const legendText = (name: string) => <span style={{ color: "var(--foreground)" }}>{name}</span>;

function Bars({ rows, by, bars, format = (value) => String(value), label = (name) => name }: BarsProps) {
  return (
    <BarChart data={[...rows]} margin={MARGIN} barGap={2} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--border)" vertical={false} />
      <XAxis dataKey={by} tick={AXIS} stroke="var(--border)" tickFormatter={label} />
      <YAxis width={58} tick={AXIS} stroke="var(--border)" allowDecimals={false} tickFormatter={format} />
      <Tooltip
        cursor={{ fill: "var(--accent)" }}
        contentStyle={TOOLTIP}
        labelFormatter={(name) => (typeof name === "string" ? label(name) : name)}
        formatter={(value) => format(Number(value))}
      />
      {bars.length > 1 ? <Legend iconType="square" itemSorter={null} formatter={legendText} /> : null}
      {bars.map(({ key, name, color }) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          fill={color}
          radius={[3, 3, 0, 0]}
          maxBarSize={32}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

const GREEN = "var(--primary)";
const BRASS = "var(--brass-line)";

function Weights({ points }: Extract<WidgetFigures, { kind: "newest_litter_weight" }>) {
  const { axisText, gramsText } = usePuppyWeights();
  const rows = points.map(({ ageDays, averageGrams, lightestGrams, heaviestGrams }) => ({
    ageDays,
    average: averageGrams,
    range: [lightestGrams, heaviestGrams],
  }));
  return (
    <ComposedChart data={rows} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--border)" vertical={false} />
      <XAxis
        dataKey="ageDays"
        type="number"
        domain={["dataMin", "dataMax"]}
        allowDecimals={false}
        tick={AXIS}
        stroke="var(--border)"
        unit=" d"
      />
      <YAxis
        width={58}
        domain={["auto", "auto"]}
        tick={AXIS}
        stroke="var(--border)"
        tickFormatter={axisText}
      />
      <Tooltip
        contentStyle={TOOLTIP}
        labelFormatter={(age) => `Day ${Number(age)}`}
        formatter={(value) =>
          Array.isArray(value)
            ? value.map((grams) => gramsText(Number(grams))).join(" to ")
            : gramsText(Number(value))
        }
      />
      <Legend iconType="square" itemSorter={null} formatter={legendText} />
      <Area
        dataKey="range"
        name="Lightest to heaviest"
        stroke="none"
        fill={BRASS}
        fillOpacity={0.35}
        isAnimationActive={false}
      />
      <Line
        dataKey="average"
        name="Average"
        stroke={GREEN}
        strokeWidth={2.5}
        dot={{ r: 2.5, fill: "var(--card)", stroke: GREEN, strokeWidth: 2 }}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}

function chartOf(data: WidgetFigures) {
  switch (data.kind) {
    case "breedings_per_year":
      return (
        <Bars
          rows={data.years}
          by="year"
          bars={[
            { key: "breedings", name: "Breedings", color: GREEN },
            { key: "litters", name: "Litters", color: BRASS },
          ]}
        />
      );
    case "puppies_per_year":
      return (
        <Bars
          rows={data.years}
          by="year"
          bars={[
            { key: "born", name: "Born", color: BRASS },
            { key: "alive", name: "Alive", color: GREEN },
          ]}
        />
      );
    case "costs_and_income":
      return (
        <Bars
          rows={data.years.map(({ year, incomeCents, costCents }) => ({
            year,
            income: incomeCents / 100,
            costs: costCents / 100,
          }))}
          by="year"
          bars={[
            { key: "income", name: "Income", color: GREEN },
            { key: "costs", name: "Costs", color: BRASS },
          ]}
          format={formatDollars}
        />
      );
    case "vaccinations_due":
      return (
        <Bars
          rows={data.months}
          by="month"
          bars={[{ key: "count", name: "Due", color: GREEN }]}
          label={monthName}
        />
      );
    case "newest_litter_weight":
      return Weights(data);
    default:
      return data satisfies never;
  }
}

/** The chart has the width of its container. The text beside it has the same information. */
export default function WidgetChart({ data, label }: { data: WidgetFigures; label: string }) {
  return (
    <div role="img" aria-label={label} className="h-52 w-full min-w-0">
      <ResponsiveContainer width="100%" height="100%" initialDimension={SIZE}>
        {chartOf(data)}
      </ResponsiveContainer>
    </div>
  );
}

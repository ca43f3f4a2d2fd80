/** The curve of the dam's temperatures, with the line below which a reading counts as a fall. */
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { ShownTemperature } from "@/entities/breedings/temperature-dialog";
import { FALLEN_FAHRENHEIT } from "@domain/breedings/temperatures";
import { localDay } from "@domain/dates/calendar-days";
import { formatShortDay } from "@domain/formatting/formatting";

const dayText = (at: number): string => formatShortDay(localDay(new Date(at)));

export default function TemperatureChart({ temperatures }: { temperatures: readonly ShownTemperature[] }) {
  const tick = { fill: "var(--muted-foreground)" };
  return (
    <div aria-hidden className="h-56 w-full min-w-0 text-sm">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          accessibilityLayer={false}
          data={temperatures.toReversed()}
          margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis
            dataKey="takenAt"
            type="number"
            domain={["dataMin", "dataMax"]}
            tick={tick}
            stroke="var(--input)"
            tickFormatter={dayText}
          />
          <YAxis width={48} domain={["auto", "auto"]} tick={tick} stroke="var(--input)" unit="°" />
          <ReferenceLine
            y={FALLEN_FAHRENHEIT}
            stroke="var(--brass)"
            strokeDasharray="4 4"
            ifOverflow="extendDomain"
          />
          <Line
            dataKey="temperatureFahrenheit"
            stroke="var(--primary)"
            strokeWidth={2}
            isAnimationActive={false}
            dot
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

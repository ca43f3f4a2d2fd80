/**
 * Decides whether memory grows. The slope of the last two thirds is the median of the slopes between all pairs of
 * samples (Theil and Sen), which a few high or low samples do not change. The first third is left out, because
 * caches fill up then.
 */

export interface Trend {
  /** The median of the examined samples. */
  readonly level: number;
  /** Over all examined samples, according to the slope. */
  readonly growth: number;
}

/** The samples have equal intervals. Throws if there are too few samples. */
export function trendOf(samples: readonly number[]): Trend {
  const looked = samples.slice(Math.floor(samples.length / 3));
  if (looked.length < 5) throw new Error(`${samples.length} samples are too few to see a trend`);
  const slopes = looked.flatMap((from, at) =>
    looked.slice(at + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  return { level: median(looked), growth: median(slopes) * (looked.length - 1) };
}

/** Growth must be more than a share of the level, and more than a fixed minimum. */
export function isGrowing({ level, growth }: Trend, share: number, floor: number): boolean {
  return growth > Math.max(level * share, floor);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

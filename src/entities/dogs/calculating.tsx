/** The text in place of a coefficient while the server recalculates it after a large change of pedigrees. */

type Progress = { done: number; total: number } | null;

export function Calculating({ progress }: { progress: Progress }) {
  const share = progress && progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : 0;
  return (
    <p className="text-muted-foreground tabular-nums">
      Pedigrees have changed and coefficients are being recalculated: {share}%. The figure updates by itself.
    </p>
  );
}

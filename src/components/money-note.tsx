/** Says once, where money and contacts would stand, that they are not shared with the person who looks. */

/** Renders the sentence. */
export function MoneyNote({ className = "" }: { className?: string }) {
  return (
    <p className={`text-sm text-muted-foreground ${className}`}>
      Money and contacts are not shared with you. An owner can change that under Settings, Team.
    </p>
  );
}

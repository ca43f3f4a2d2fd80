/** Says once, in the place of money and contacts, that they are not shared with the user. */

/** Renders the sentence. */
export function MoneyNote({ className = "" }: { className?: string }) {
  return (
    <p className={`text-sm text-muted-foreground ${className}`}>
      Money and contacts are not shared with you. An owner can change that under Settings, Team.
    </p>
  );
}

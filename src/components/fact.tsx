/** A term in a list of facts, with its value. */
import type { ReactNode } from "react";

type FactProps = { label: string; addition?: string | null | undefined; children: ReactNode };

export function Fact({ label, addition, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="break-words">
        <span className="font-semibold">{children}</span>
        {addition ? <span className="block text-sm text-muted-foreground">{addition}</span> : null}
      </dd>
    </div>
  );
}

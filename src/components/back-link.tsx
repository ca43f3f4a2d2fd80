/** The link from a page to its parent page. */
import type { ReactNode } from "react";
import { ArrowLeft } from "lucide-react";
import { Link } from "@/lib/router";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex items-center gap-1.5 self-start rounded-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

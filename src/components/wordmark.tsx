/** The product's mark, a ledger with a pedigree bracket on its cover, with the name beside it. */
import { cn } from "@/lib/utils";

/** The mark is decorative, so the name must be near. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cn("size-8 shrink-0", className)}>
      <rect x="4" y="2.5" width="24" height="27" rx="3.5" fill="#2a6650" />
      <path d="M9.5 2.5v27" stroke="#c8984a" strokeWidth="1.6" />
      <path
        d="M13.5 16H17m5-5.5h-3.4a1.6 1.6 0 0 0-1.6 1.6v7.8a1.6 1.6 0 0 0 1.6 1.6H22"
        fill="none"
        stroke="#fbf8ef"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23" cy="10.5" r="1.9" fill="#fbf8ef" />
      <circle cx="23" cy="21.5" r="1.9" fill="#c8984a" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("font-title inline-flex items-center gap-2.5 text-2xl", className)}>
      <Mark />
      Studbook
    </span>
  );
}

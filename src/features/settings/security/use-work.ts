/** Doing one thing at a time to the account, and what went wrong with it. */
import { useState } from "react";
import type { Outcome } from "@/identity/security/security-context";

/** Returns how to run something, whether it runs, and the last failure. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async <T>(work: () => Promise<Outcome<T>>): Promise<{ data: T } | null> => {
    setBusy(true);
    setFailure(null);
    const outcome = await work();
    setBusy(false);
    if (outcome.ok) return { data: outcome.data };
    setFailure(outcome.message);
    return null;
  };
  return { run, isBusy, failure, setFailure };
}

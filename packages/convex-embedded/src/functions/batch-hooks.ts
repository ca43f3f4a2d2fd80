/**
 * Lets several function runners share one database while one of them replaces another, when a batch may contain
 * mutations of both. Each runner's guard surrounds the batch, and a batch commits only if all of them agree.
 */
import type { Database } from "../database/api.js";

export type BatchHooks = Pick<Database, "setGuard" | "setVerifier">;
type Guard = NonNullable<Parameters<Database["setGuard"]>[0]>;
type Verify = NonNullable<Parameters<Database["setVerifier"]>[0]>;

export class SharedBatchHooks {
  private readonly guards = new Map<object, Guard>();
  private readonly verifiers = new Map<object, Verify>();

  constructor(private readonly database: BatchHooks) {}

  lease(): BatchHooks {
    const owner = {};
    return {
      setGuard: (guard) => {
        if (guard === null) this.guards.delete(owner);
        else this.guards.set(owner, guard);
        this.apply();
      },
      setVerifier: (verify) => {
        if (verify === null) this.verifiers.delete(owner);
        else this.verifiers.set(owner, verify);
        this.apply();
      },
    };
  }

  private apply(): void {
    const guards = [...this.guards.values()];
    const verifiers = [...this.verifiers.values()];
    this.database.setGuard(
      guards.length === 0 ? null : guards.reduce((outer, inner) => (runJobs) => outer(() => inner(runJobs))),
    );
    this.database.setVerifier(verifiers.length <= 1 ? (verifiers[0] ?? null) : () => agreeAll(verifiers));
  }
}

/** Each function is called even if others refuse, because the end of the batch must reach each runner. */
async function agreeAll(verifiers: readonly Verify[]): Promise<boolean> {
  const answers = verifiers.map(async (verify) => verify());
  return (await Promise.all(answers)).every(Boolean);
}

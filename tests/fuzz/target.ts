/** The server under attack, as everything that attacks it needs it, and what must never come out of it. */
import type { Random } from "./random";

export interface Target {
  readonly origin: string;
  readonly port: number;
  readonly random: Random;
  /** Texts that nobody but their owner may ever be sent. */
  readonly secrets: readonly string[];
  readonly onFinding: (finding: string) => void;
}

/** Longer than anything here takes on a busy machine. */
export const HUNG_AFTER_MS = 60_000;

/** Behind a proxy everybody has an address of their own, so that the limits of one do not end the attack. */
export function anyAddress(random: Random): string {
  return `10.${random.below(256)}.${random.below(256)}.${1 + random.below(250)}`;
}

/** Looks for secrets in what was answered. */
export function lookForSecrets(target: Target, answer: Buffer | string, asked: string): void {
  for (const secret of target.secrets) {
    if (answer.includes(secret)) target.onFinding(`a secret came out: ${asked.slice(0, 500)}`);
  }
}

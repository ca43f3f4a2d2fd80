/** The attacked server, with the interface that all attacks need, and the texts that it must never return. */
import type { Random } from "./random";

export interface Target {
  readonly origin: string;
  readonly port: number;
  readonly random: Random;
  /** Only their owner may receive these texts. */
  readonly secrets: readonly string[];
  readonly onFinding: (finding: string) => void;
}

/** Longer than any step on a busy machine. */
export const HUNG_AFTER_MS = 60_000;

/** Behind a proxy every client has its own address, so that the limits of one do not end the attack. */
export function anyAddress(random: Random): string {
  return `10.${random.below(256)}.${random.below(256)}.${1 + random.below(250)}`;
}

export function lookForSecrets(target: Target, answer: Buffer | string, asked: string): void {
  for (const secret of target.secrets) {
    if (answer.includes(secret)) target.onFinding(`a secret came out: ${asked.slice(0, 500)}`);
  }
}

/** Finds the attacks, one per file of `attacks/`, and repeats them. */
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { attackerOf, type Attack, type Belongings } from "./attack";

/**
 * A client that is refused waits this long before it tries again. This limits the client's own load, so that the
 * server's load is measured.
 */
const BREATH_MS = 5;

export const ATTACK_NAMES: readonly string[] = readdirSync("tests/attacks/attacks")
  .map((file) => file.replace(/\.ts$/u, ""))
  .sort();

export const attackOf = async (name: string): Promise<Attack> =>
  ((await import(`./attacks/${name}.ts`)) as { default: Attack }).default;

/** Resolves with how often the attack ended in each way. */
export async function keepUp(
  attack: Attack,
  belongings: Belongings,
  gone: AbortSignal,
): Promise<Record<string, number>> {
  const attacker = attackerOf(attack, belongings);
  const endings: Record<string, number> = {};
  const note = (ending: string) => (endings[ending] = (endings[ending] ?? 0) + 1);
  const lane = async () => {
    while (!gone.aborted) {
      try {
        await attack.once(attacker, gone, note);
      } catch (error) {
        if (!gone.aborted) note(error instanceof Error ? error.message : "failed");
      }
      await pause(BREATH_MS);
    }
  };
  await Promise.all(Array.from({ length: attack.lanes }, lane));
  return endings;
}

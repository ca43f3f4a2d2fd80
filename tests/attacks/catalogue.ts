/** Finds the attacks, one per file of `attacks/`, and runs each for as long as asked. */
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { attackerOf, type Attack, type Belongings } from "./attack";

/** A client that is refused at once tries again after this, so that the load is the server's and not the client's own. */
const BREATH_MS = 5;

/** The names of all attacks, which are those of their files. */
export const ATTACK_NAMES: readonly string[] = readdirSync("tests/attacks/attacks")
  .map((file) => file.replace(/\.ts$/u, ""))
  .sort();

export const attackOf = async (name: string): Promise<Attack> =>
  ((await import(`./attacks/${name}.ts`)) as { default: Attack }).default;

/** Keeps an attack up until it is called off, and resolves with how often it ended how. */
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

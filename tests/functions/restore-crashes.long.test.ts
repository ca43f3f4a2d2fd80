/** Restores that are cut off at many moments; restore-crashes.test.ts has a few, and every other kind of trouble. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as Restores from "../../convex/backups/model/restores";
import { startTeam } from "../support/backend";
import { cutAtMoments, resetPower, withPower } from "../support/restore-power";

vi.mock("../../convex/backups/model/restores", async (original) =>
  withPower(await original<typeof Restores>()),
);

beforeEach(resetPower);
afterEach(() => vi.useRealTimers());

it("[GAP-BAK-04] at any of 50 moments is whole when it continues, and as before when it cannot", async () => {
  const { whole, before } = await cutAtMoments(await startTeam(), 50);
  expect(Math.min(whole, before)).toBeGreaterThan(5);
}, 300_000);

/**
 * Tests restores that are interrupted at many points. restore-crashes.test.ts tests a few points, and every other
 * kind of failure.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as Restores from "../../convex/backups/model/restores";
import { startTeam } from "../support/backend";
import { cutAtMoments, resetPower, withPower } from "../support/restore-power";

vi.mock("../../convex/backups/model/restores", async (original) =>
  withPower(await original<typeof Restores>()),
);

beforeEach(resetPower);
afterEach(() => vi.useRealTimers());

it("[GAP-BAK-04] a restore interrupted at any of 50 points is complete when it continues, and undone when it cannot", async () => {
  const { whole, before } = await cutAtMoments(await startTeam(), 50);
  expect(Math.min(whole, before)).toBeGreaterThan(5);
}, 300_000);

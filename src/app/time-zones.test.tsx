/**
 * The day that screens use as today, a few minutes before and after midnight. The time zones are those of the REST
 * tests (tests/rest/time-zones.test.ts).
 */
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { PuppySaleActions } from "@/features/litters/puppy-sale-actions";
import { LATE_LITTER_PARTS } from "@/features/litters/late-parts";
import { StatisticsReport } from "@/features/reports/reports-part";
import { makeBreeding } from "@/testing/breedings";
import { openBreedings, showBreedings } from "@/testing/breeding-screen";
import { fakeConvex } from "@/testing/fake-convex";
import { makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";
import { addDays } from "@domain/dates/calendar-days";
import { instantOf } from "@domain/dates/zones";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const ZONES = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Australia/Adelaide",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "UTC",
  "America/St_Johns",
  "America/Los_Angeles",
  "Pacific/Pago_Pago",
];
const DAY = "2025-06-15";

const zone = process.env["TZ"];
beforeEach(async () => {
  fakeConvex.reset();
  await Promise.all(LATE_LITTER_PARTS.map((part) => part.fetch()));
});
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
  vi.useRealTimers();
});

describe.each(ZONES)("in %s", (timeZone) => {
  it.each(["23:55", "00:05"])(
    "[GAP-API-09] screens use the breeder's current day at %s local time",
    async (time) => {
      process.env["TZ"] = timeZone;
      vi.useFakeTimers({ toFake: ["Date"], now: instantOf(DAY, time, timeZone) });

      fakeConvex.query(api.reports.reports.statistics, () => new Error("down"));
      const report = renderScreen(<StatisticsReport />);
      expect(fakeConvex.subscriptionsOf(api.reports.reports.statistics)[0]).toMatchObject({ today: DAY });
      report.unmount();

      showBreedings(makeBreeding({ breedingDate: addDays(DAY, 1) }));
      fakeConvex.mutation(api.breedings.breedings.setStatus, () => ({
        warnings: [],
        pregnancyCheckId: null,
      }));
      const breedings = openBreedings();
      await breedings.user.click(screen.getByRole("button", { name: "Actions for Rex × Bella" }));
      await breedings.user.click(screen.getByRole("menuitem", { name: "Mark as Bred" }));
      const dialog = within(screen.getByRole("dialog", { name: "Mark as Bred" }));
      expect(dialog.getByLabelText<HTMLInputElement>("Mating Date").value).toBe(DAY);
      await breedings.user.click(dialog.getByRole("button", { name: "Mark as Bred" }));
      expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toMatchObject([
        { breedingDate: DAY, today: DAY },
      ]);
      breedings.unmount();

      fakeConvex.mutation(api.litters.puppies.sell, () => null);
      const { user } = renderScreen(<PuppySaleActions puppy={makePuppy()} bornOn={addDays(DAY, -56)} />);
      await user.click(screen.getByRole("button", { name: "More for Juniper" }));
      await user.click(screen.getByRole("menuitem", { name: "Sell" }));
      await user.type(screen.getByLabelText(/^Buyer/u), "Robin");
      await user.click(screen.getByRole("button", { name: "Sell Puppy" }));
      expect(fakeConvex.callsOf(api.litters.puppies.sell)).toMatchObject([{ saleDate: DAY, today: DAY }]);
    },
  );
});

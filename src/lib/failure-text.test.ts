/** The message that a breeder sees after a failed call. */
import { describe, expect, it } from "vitest";
import { failureText } from "@/lib/failure-text";
import { coded } from "@/testing/failures";

describe("failureText", () => {
  it("contains the server's reason if there is one, and no details of an unexpected error", () => {
    expect(failureText("Failed to add", coded("ALREADY_MEMBER"))).toBe(
      "Failed to add. This person already belongs to the kennel.",
    );
    expect(failureText("Failed to add", new Error("at line 12"))).toBe("Failed to add");
  });

  it.each([
    [1, "Try again in a second."],
    [59, "Try again in 59 seconds."],
    [60, "Try again in 60 seconds."],
    [61, "Try again in 2 minutes."],
  ])("says how long to wait: %d seconds", (retryAfterSeconds, wait) => {
    expect(failureText("Failed to add", coded("RATE_LIMITED", { retryAfterSeconds }))).toBe(
      `Failed to add. Too many requests in a short time. Please wait a little. ${wait}`,
    );
  });
});

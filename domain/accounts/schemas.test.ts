/** Tests which error of a password change is shown. */
import { describe, expect, it } from "vitest";
import { passwordFault } from "./schemas";

const fault = (currentPassword: string, newPassword: string, repeated = newPassword) =>
  passwordFault({ currentPassword, newPassword, repeated });

describe("a new password", () => {
  it("[SET-02] requires two equal entries, and reports a difference before all other errors", () => {
    expect(fault("current pass", "longenough1", "longenough2")).toBe("Passwords do not match");
    expect(fault("current pass", "short", "other")).toBe("Passwords do not match");
  });

  it("[SET-03] requires at least 8 characters", () => {
    expect(fault("current pass", "1234567")).toBe("New password must be at least 8 characters long");
    expect(fault("current pass", "12345678")).toBeNull();
  });

  it("[GAP-SET-04] allows up to 128 characters and requires a difference from the current password", () => {
    expect(fault("current pass", "x".repeat(128))).toBeNull();
    expect(fault("current pass", "x".repeat(129))).toBe("New password must be at most 128 characters long");
    expect(fault("current pass", "current pass")).toBe("New password must differ from the current one");
  });
});

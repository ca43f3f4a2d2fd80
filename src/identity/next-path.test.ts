/** The page that opens after signing in. */
import { describe, expect, it } from "vitest";
import { safeNextPath, signInStateOf } from "@/identity/next-path";

describe("safeNextPath", () => {
  it("[GAP-AUTH-06] keeps a page of this site with its search and hash", () => {
    expect(safeNextPath("/dashboard/dogs?search=bo#top")).toBe("/dashboard/dogs?search=bo#top");
  });

  it.each([
    "https://evil.example/dashboard",
    "//evil.example/dashboard",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/dashboard/..//evil.example",
    "/%2e//evil.example",
    "/\r\n/evil.example",
    "javascript:alert(1)",
    "dashboard",
    "",
    "/login",
    "/register?next=/dashboard",
    null,
    undefined,
    7,
  ])("[AUTH-04] returns the dashboard instead of %j", (path) => {
    expect(safeNextPath(path)).toBe("/dashboard");
  });
});

describe("signInStateOf", () => {
  it("[GAP-AUTH-06] reads the requested page from the address or from the history entry", () => {
    expect(signInStateOf({ search: "?next=%2Fdashboard%2Fdogs", state: null })).toEqual({
      next: "/dashboard/dogs",
    });
    expect(signInStateOf({ search: "", state: { next: "/dashboard/settings" } })).toEqual({
      next: "/dashboard/settings",
    });
    expect(signInStateOf({ search: "?ended=1", state: null })).toEqual({ next: "/dashboard" });
  });
});

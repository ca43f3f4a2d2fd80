/** Roles, overrides, and which rights a user can give. Source: decisions GAP-AUTH-02 and GAP-AUTH-03. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AREAS, LEVELS, ROLE_PERMISSIONS, ROLES } from "./rules";
import {
  areasBeyond,
  effectivePermissions,
  grantsAll,
  hasPermission,
  includesLevel,
  narrowed,
} from "./permissions";

describe("roles", () => {
  it("[GAP-AUTH-03] let a viewer read all but money and contacts, change nothing, and billing be the owner's", () => {
    for (const area of AREAS) {
      expect(ROLE_PERMISSIONS.viewer[area]).toBe(area === "finances" ? "none" : "read");
      expect(ROLE_PERMISSIONS.owner[area]).toBe("write");
    }
    expect(ROLES.filter((role) => ROLE_PERMISSIONS[role].billing === "write")).toEqual(["owner"]);
  });

  it("rise from viewer to owner", () => {
    expect(areasBeyond(ROLE_PERMISSIONS.viewer, ROLE_PERMISSIONS.staff)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.staff, ROLE_PERMISSIONS.manager)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.manager, ROLE_PERMISSIONS.owner)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.owner, ROLE_PERMISSIONS.manager)).toEqual(["billing"]);
  });
});

describe("what a key was granted", () => {
  const held = effectivePermissions("staff", {});

  it("before money and contacts were an area leaves them as its person has them", () => {
    expect(narrowed(held, { breeding: "read" })).toMatchObject({
      breeding: "read",
      finances: "write",
      dogs: "none",
    });
    expect(narrowed(ROLE_PERMISSIONS.viewer, { breeding: "read" }).finances).toBe("none");
  });

  it("since then says so", () => {
    expect(narrowed(held, { breeding: "read", finances: "none" }).finances).toBe("none");
  });
});

describe("two rights", () => {
  it("are granted where both are", () => {
    expect(grantsAll(ROLE_PERMISSIONS.staff, "breeding:read & finances:write")).toBe(true);
    expect(grantsAll(ROLE_PERMISSIONS.viewer, "breeding:read & finances:read")).toBe(false);
    expect(grantsAll(ROLE_PERMISSIONS.viewer, "breeding:read")).toBe(true);
  });
});

describe("overrides", () => {
  it("[GAP-AUTH-02] change single areas; without them the role's defaults apply", () => {
    expect(effectivePermissions("staff", {})).toEqual(ROLE_PERMISSIONS.staff);
    const narrowed = effectivePermissions("staff", { dogs: "read" });
    expect(hasPermission(narrowed, "dogs", "write")).toBe(false);
    expect(hasPermission(narrowed, "health", "write")).toBe(true);
  });

  it("cannot narrow an owner", () => {
    expect(effectivePermissions("owner", { dogs: "none" })).toEqual(ROLE_PERMISSIONS.owner);
  });

  it("reach beyond exactly where a level is higher", () => {
    const rights = fc.record(Object.fromEntries(AREAS.map((area) => [area, fc.constantFrom(...LEVELS)])));
    fc.assert(
      fc.property(rights, rights, (wanted, held) => {
        const beyond = areasBeyond(wanted as never, held as never);
        return AREAS.every(
          (area) => beyond.includes(area) === !includesLevel(held[area] ?? "none", wanted[area] ?? "none"),
        );
      }),
    );
  });
});

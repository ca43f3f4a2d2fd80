/** Tests roles, overrides, and which rights a user can give. Source: decisions GAP-AUTH-02 and GAP-AUTH-03. */
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
  it("[GAP-AUTH-03] let a viewer read everything except money and contacts, and change nothing; only the owner may change billing", () => {
    for (const area of AREAS) {
      expect(ROLE_PERMISSIONS.viewer[area]).toBe(area === "finances" ? "none" : "read");
      expect(ROLE_PERMISSIONS.owner[area]).toBe("write");
    }
    expect(ROLES.filter((role) => ROLE_PERMISSIONS[role].billing === "write")).toEqual(["owner"]);
  });

  it("increase in rights from viewer to owner", () => {
    expect(areasBeyond(ROLE_PERMISSIONS.viewer, ROLE_PERMISSIONS.staff)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.staff, ROLE_PERMISSIONS.manager)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.manager, ROLE_PERMISSIONS.owner)).toEqual([]);
    expect(areasBeyond(ROLE_PERMISSIONS.owner, ROLE_PERMISSIONS.manager)).toEqual(["billing"]);
  });
});

describe("the rights of an API key", () => {
  const held = effectivePermissions("staff", {});

  it("leave money and contacts as the person has them, if the key is older than this area", () => {
    expect(narrowed(held, { breeding: "read" })).toMatchObject({
      breeding: "read",
      finances: "write",
      dogs: "none",
    });
    expect(narrowed(ROLE_PERMISSIONS.viewer, { breeding: "read" }).finances).toBe("none");
  });

  it("include an explicit level for money and contacts, if the key is newer than this area", () => {
    expect(narrowed(held, { breeding: "read", finances: "none" }).finances).toBe("none");
  });
});

describe("two combined rights", () => {
  it("are granted if both single rights are granted", () => {
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

  it("cannot reduce the rights of an owner", () => {
    expect(effectivePermissions("owner", { dogs: "none" })).toEqual(ROLE_PERMISSIONS.owner);
  });

  it("exceed the caller's rights only in areas with a higher level", () => {
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

// Checks that the tests named in the table of features exist.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const rows = readFileSync(path.join(import.meta.dirname, "../features.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (feature |-+)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );

describe("the table of features", () => {
  it("names an existing test for every supported feature", () => {
    const supported = rows.filter(([, isSupported]) => isSupported === "yes");
    expect(supported.length).toBeGreaterThan(40);
    const missing = supported.filter(([, , named = ""]) => {
      const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(named) ?? [];
      const place = path.join(root, file);
      return title === "" || !existsSync(place) || !readFileSync(place, "utf8").includes(`"${title}"`);
    });
    expect(missing).toEqual([]);
  });

  it("gives a reason for every unsupported feature", () => {
    const others = rows.filter((cells) => cells[1] !== "yes");
    expect(others.filter(([, reason = ""]) => !reason.endsWith("."))).toEqual([]);
  });
});

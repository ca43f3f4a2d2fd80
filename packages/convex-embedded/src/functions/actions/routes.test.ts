/** Tests which requests are served by HTTP actions. */
import { expect, test } from "vitest";
import { createRouteTable } from "./routes.js";

const routes = createRouteTable([
  { path: "/", method: "GET" },
  { path: "/api/dogs", method: "GET" },
  { path: "/api/dogs", method: "POST" },
  { path: "/api/*", method: "GET" },
  { path: "/api/dogs/*", method: "GET" },
]);

test.each([
  ["GET", "/", "/"],
  ["GET", "/api/dogs", "/api/dogs"],
  ["POST", "/api/dogs", "/api/dogs"],
  ["HEAD", "/api/dogs", "/api/dogs"],
  ["GET", "/api/dogs/1", "/api/dogs/*"],
  ["GET", "/api/cats", "/api/*"],
  ["DELETE", "/api/dogs", null],
  ["POST", "/api/dogs/1", null],
  ["GET", "/api", null],
  ["GET", "/dashboard", null],
])("%s %s is served by %s", (method, path, expected) => {
  expect(routes.match(method, path)).toBe(expected);
});

test.each([
  ["GET", "/dogs/17", "/dogs/:id"],
  ["GET", "/dogs/17/puppies", "/dogs/:id/puppies"],
  ["GET", "/dogs", null],
  ["POST", "/dogs/17", null],
  ["GET", "/files/a/b", "/files/:path{.+}"],
  ["GET", "/years/2026", "/years/:year?"],
  ["GET", "/years", "/years/:year?"],
  ["GET", "/a.b/c/d", "/a.b/*/d"],
  ["GET", "/axb/c/d", null],
])("%s %s is passed to another router's %s", (method, path, expected) => {
  const foreign = ["/dogs/:id", "/dogs/:id/puppies", "/files/:path{.+}", "/years/:year?", "/a.b/*/d"];
  const table = createRouteTable(foreign.map((pattern) => ({ path: pattern, method: "GET" })));
  expect(table.match(method, path)).toBe(expected);
});

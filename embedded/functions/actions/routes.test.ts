/** Which requests belong to HTTP actions, by the rules of `httpRouter`. */
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

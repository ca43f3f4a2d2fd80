/** Tests which component serves a request. */
import { expect, test } from "vitest";
import type { AnalyzedRoute, ComponentInstance } from "../analysis.js";
import { createRouting } from "./mounts.js";

const get = (path: string): AnalyzedRoute => ({ path, method: "GET" });
const instance = (path: string, routes: AnalyzedRoute[], mounts = {}): ComponentInstance => ({
  path,
  definitionPath: path,
  schema: null,
  routes,
  mounts,
  env: {},
});

const find = createRouting({
  routes: [get("/"), get("/a/exact"), get("/a/deep/*"), get("/files/*")],
  mounts: { "/a/": "a", "/files/b/": "b" },
  components: [
    instance("a", [get("/exact"), get("/one"), get("/deep/two")], { "/inner/": "a/inner" }),
    instance("a/inner", [get("/three/*")]),
    instance("b", [get("/*")]),
  ],
});

test.each([
  ["/", "", "/"],
  ["/a/one", "a", "/one"],
  ["/a/inner/three/four", "a/inner", "/three/four"],
  ["/files/c", "", "/files/c"],
  ["/files/b/c", "b", "/c"],
])("%s is served by the component '%s' as %s", (path, component, pathname) => {
  expect(find("GET", path)).toMatchObject({ component, pathname });
});

test("an exact path and a longer prefix of the app have priority over a mount", () => {
  expect(find("GET", "/a/exact")?.component).toBe("");
  expect(find("GET", "/a/deep/two")?.component).toBe("");
});

test("a path without a route is not found", () => {
  expect(find("GET", "/a/nothing")).toBeNull();
  expect(find("GET", "/a")).toBeNull();
  expect(find("POST", "/a/one")).toBeNull();
});

test("the app's prefix moves its own routes, but not the mounts", () => {
  const moved = createRouting({
    routes: [get("/title")],
    httpPrefix: "/api/",
    mounts: { "/a/": "a" },
    components: [instance("a", [get("/one")])],
  });
  expect(moved("GET", "/api/title")).toMatchObject({ component: "", pathname: "/title" });
  expect(moved("GET", "/title")).toBeNull();
  expect(moved("GET", "/a/one")).toMatchObject({ component: "a", pathname: "/one" });
});

/** The screens and records that addresses open. */
import { expect, it } from "vitest";
import { whereIs } from "@/app/shell/where";

it.each([
  ["/dashboard", { screen: "dashboard" }],
  ["/dashboard/", { screen: "dashboard" }],
  ["/dashboard/dogs", { screen: "dogs" }],
  ["/dashboard/dogs/abc", { screen: "dogs", recordId: "abc" }],
  ["/dashboard/dogs/pedigree-database", { screen: "pedigrees" }],
  ["/dashboard/dogs/imports/abc", { screen: "dogs" }],
  ["/dashboard/dogs/population", { screen: "dogs" }],
  ["/dashboard/dogs/mates/abc", { screen: "dogs" }],
  ["/dashboard/breeding/def", { screen: "breeding", recordId: "def" }],
  ["/dashboard/litters/ghi/weigh", { screen: "litters", recordId: "ghi" }],
  ["/dashboard/health/records/jkl", { screen: "health" }],
  ["/dashboard/settings", { screen: "settings" }],
])("whereIs reads %s as %o", (pathname, where) => {
  expect(whereIs(pathname)).toEqual(where);
});

/** Tests which test files may share their modules. */
import { expect, test } from "vitest";
import { groupByMocks, mocksOf } from "./test-groups.mjs";

const BACKEND =
  'vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);';

test("files are grouped by their mocks, whatever the order of the mocks is", () => {
  const day = 'vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));';
  expect(mocksOf("const nothing = 1;")).toBe("no mocks");
  expect(mocksOf(BACKEND)).toBe("fake backend");
  expect(mocksOf(`${BACKEND}\n${day}`)).toBe(mocksOf(`${day}\n${BACKEND}`));
  expect(mocksOf(`${BACKEND}\n${day}`)).not.toBe(mocksOf(BACKEND));
});

test("a file with any other mock, on one line or several, runs alone", () => {
  expect(mocksOf(`${BACKEND}\nvi.mock("sonner", () => ({ toast }));`)).toBeNull();
  expect(mocksOf('vi.mock("convex/react", () => ({\n  useQuery,\n}));')).toBeNull();
  expect(mocksOf('vi\n  .mock("sonner");')).toBeNull();
  expect(mocksOf("const made = vi.hoisted(() => 1);")).toBeNull();
});

test("every test file of the screens is in one group", () => {
  const files = groupByMocks("screens", "src").flatMap((group) => group.files);
  expect(new Set(files).size).toBe(files.length);
  expect(files).toContain("src/entities/weights/weight-section.test.tsx");
});

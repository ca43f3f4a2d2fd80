/** Programs that once had different results on the two engines, or that test an important edge case. */
import type { Value } from "convex/values";

/** The name says what the program tests. */
export const regressions: { name: string; steps: Record<string, Value>[] }[] = [
  {
    name: "a scan sees what the same mutation has written, moved and deleted before",
    steps: [
      { do: "insert", label: "rex", value: 1 },
      { do: "insert", label: "bella", value: 2 },
      { do: "insert", label: "anka", value: 3 },
      { do: "patch", label: "rex", value: 4 },
      { do: "delete", label: "anka" },
      { do: "scan", label: "rex", value: 0, descending: false, take: 5 },
      { do: "scan", label: "rex", value: 0, descending: true, take: 1 },
    ],
  },
  {
    name: "equal values are in the order of their creation",
    steps: [
      { do: "insert", label: "rex", value: "a" },
      { do: "insert", label: "bella", value: "a" },
      { do: "insert", label: "anka", value: "a" },
      { do: "replace", label: "rex", value: "a" },
      { do: "scan", label: "rex", value: "a", descending: false, take: 5 },
      { do: "scan", label: "rex", value: "a", descending: true, take: 5 },
    ],
  },
];

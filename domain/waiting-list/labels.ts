/** What speaks against offering somebody a puppy, in words. */
import type { Mismatch } from "./matching";

export const mismatchLabels: Record<Mismatch, string> = {
  gender: "Prefers the other sex",
  color: "Other color wished",
  breed: "Other breed wished",
  time: "Wants one later",
};

/** What speaks against offering somebody a puppy, in words. */
import type { Mismatch } from "./matching";

export const mismatchLabels: Record<Mismatch, string> = {
  gender: "Prefers the other sex",
  color: "Prefers another color",
  breed: "Prefers another breed",
  time: "Wants a puppy later",
};

/** Tests the text for a due follow-up. */
import { expect, it } from "vitest";
import { followUpTitle } from "./words";

it.each([
  ["Lameness, hind legs", "Recheck: Lameness, hind legs"],
  ["Recheck the ear", "Recheck the ear"],
  ["Re-check of the ear", "Re-check of the ear"],
  ["Follow-up after surgery", "Follow-up after surgery"],
])("the text for a follow-up of %s is %s", (title, text) => expect(followUpTitle(title)).toBe(text));

/** What is due at a follow-up. */
import { expect, it } from "vitest";
import { followUpTitle } from "./words";

it.each([
  ["Lameness, hind legs", "Recheck: Lameness, hind legs"],
  ["Recheck the ear", "Recheck the ear"],
  ["Re-check of the ear", "Re-check of the ear"],
  ["Follow-up after surgery", "Follow-up after surgery"],
])("names the follow-up of %s as %s", (title, text) => expect(followUpTitle(title)).toBe(text));

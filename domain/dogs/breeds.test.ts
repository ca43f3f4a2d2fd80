/** Tests which breed a text means. */
import { describe, expect, it } from "vitest";
import { COMMON_BREEDS, breedAliases, breedNamed, spellBreed } from "./breeds";
import { foldText } from "../text/text";

describe("[GAP-DOG-23] the names of breeds", () => {
  it("have one spelling for common breeds, and unknown names stay unchanged", () => {
    expect(spellBreed("boxer")).toBe("Boxer");
    expect(spellBreed("  BORDER  collie ")).toBe("Border Collie");
    expect(spellBreed("kooikerhondje")).toBe("kooikerhondje");
  });

  it.each([
    ["GSD", "German Shepherd Dog"],
    ["deutscher schaferhund", "German Shepherd Dog"],
    ["toller", "Nova Scotia Duck Tolling Retriever"],
    ["boxer", "Boxer"],
    ["Azawakh", "Azawakh"],
  ])("'%s' is recognized as %s", (text, breed) => expect(breedNamed(text)).toBe(breed));

  it("have aliases for one breed only, and no alias equals a breed's name", () => {
    const names = new Set(COMMON_BREEDS.map(foldText));
    const aliases = COMMON_BREEDS.flatMap((breed) => breedAliases(breed)).map(foldText);
    expect(aliases.length).toBeGreaterThan(50);
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.filter((alias) => names.has(alias))).toEqual([]);
  });

  it("list each breed once", () => {
    expect(new Set(COMMON_BREEDS.map(foldText)).size).toBe(COMMON_BREEDS.length);
  });
});

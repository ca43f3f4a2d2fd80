/** Tests that cached documents equal those in the file, and that the memory is limited. */
import { describe, expect, it } from "vitest";
import { DocumentCache } from "./document-cache.js";

const BY_ID = 1;
const document = (seq: number, json = `{"n":${seq}}`) => ({ seq, json, size: json.length });

describe("the cached documents", () => {
  it("are found by their row and by the key of their id", () => {
    const cache = new DocumentCache();
    cache.addByKey(BY_ID, "key-1", document(1));
    expect(cache.bySeq(1)).toEqual(document(1));
    expect(cache.byKey(BY_ID, "key-1")).toEqual(document(1));
    expect([cache.bySeq(2), cache.byKey(BY_ID, "key-2")]).toEqual([undefined, undefined]);
    expect(cache.byKey(BY_ID + 1, "key-1")).toBeUndefined();
  });

  it("do not include documents that the open transaction has written, even when it reads them", () => {
    const cache = new DocumentCache();
    cache.addByKey(BY_ID, "key-1", document(1));
    cache.written(1, document(1, "new"));
    cache.addByKey(BY_ID, "key-1", document(1, "new"));
    expect([cache.bySeq(1), cache.byKey(BY_ID, "key-1")]).toEqual([undefined, undefined]);
  });

  it("have their newest version after a commit, if they were cached before", () => {
    const cache = new DocumentCache();
    cache.addByKey(BY_ID, "key-1", document(1));
    for (const json of ["new", "newer"]) cache.written(1, document(1, json));
    cache.written(2, document(2));
    cache.ended(true);
    expect([cache.bySeq(1)?.json, cache.byKey(BY_ID, "key-1")?.json]).toEqual(["newer", "newer"]);
    expect(cache.bySeq(2)).toBeUndefined();
  });

  it("are read again after a transaction, or a part of it, was rolled back", () => {
    const cache = new DocumentCache();
    for (const end of ["all", "part"]) {
      cache.addByKey(BY_ID, "key-1", document(1));
      cache.written(1, document(1, "undone"));
      if (end === "part") cache.undone();
      cache.ended(end === "part");
      expect(cache.bySeq(1)).toBeUndefined();
      cache.addByKey(BY_ID, "key-1", document(1));
      expect(cache.byKey(BY_ID, "key-1")).toEqual(document(1));
    }
  });

  it("are not confused with a document that got the row of another", () => {
    const cache = new DocumentCache();
    cache.addByKey(BY_ID, "old", document(1, "old"));
    cache.forgetKey(BY_ID, "old");
    cache.written(1, null);
    cache.ended(true);
    cache.addByKey(BY_ID, "new", document(1, "new"));
    expect([cache.byKey(BY_ID, "old"), cache.byKey(BY_ID, "new")?.json]).toEqual([undefined, "new"]);
  });

  it("are removed when there are too many, first those that were not read again", () => {
    const cache = new DocumentCache(1000);
    cache.addByKey(BY_ID, "key-1", document(1));
    for (let seq = 2; seq < 50; seq += 1) {
      cache.add(document(seq));
      expect(cache.bySeq(1)).toEqual(document(1));
      expect(cache.byKey(BY_ID, "key-1")).toEqual(document(1));
    }
    expect(cache.bySeq(2)).toBeUndefined();
  });

  it("are only small documents", () => {
    const cache = new DocumentCache();
    cache.addByKey(BY_ID, "key-1", document(1, "x".repeat(100_000)));
    expect(cache.bySeq(1)).toBeUndefined();
  });
});

/**
 * Tests backup files. Everything that is written can be read again. A file that is not a complete backup of
 * Studbook is refused.
 */
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { canonicalJson, checksumOf, sha256Of } from "./checksum";
import {
  backupFileName,
  fileEntryName,
  INVALID_BACKUP,
  isHash,
  MAX_BACKUP_BYTES,
  MAX_INLINE_FILE_BYTES,
  MAX_JSON_BYTES,
  MAX_RECORDS,
  MAX_RECORDS_BYTES,
  MAX_TEXT_BYTES,
  PART_BYTES,
  type BackupData,
  type BackupRow,
} from "./format";
import { sourceOf, sourceOfBlob } from "./byte-source";
import { openBackup, type OpenBackup } from "./reading";
import { BackupProblem, openRecords } from "./records";
import { recordsBlob, RecordsWriter, TooManyRecords } from "./records-writer";
import { formatFor, writeJson, writeZip, type FullFile } from "./writing";

type Bytes = Uint8Array<ArrayBuffer>;

async function joined(pieces: AsyncIterable<Bytes>): Promise<Bytes> {
  const parts: Bytes[] = [];
  for await (const piece of pieces) parts.push(piece);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

const DATA: BackupData = { dogs: [{ _id: "d1", name: "Bella", weight: 22.5 }], litters: [] };

async function records(data: BackupData = DATA, changes: object = {}): Promise<string> {
  const writer = new RecordsWriter();
  for (const kind of Object.keys(data).sort()) {
    writer.begin(kind);
    writer.add(data[kind] ?? []);
  }
  const { data: written, checksum, counts } = writer.finish();
  const metadata = {
    product: "studbook",
    version: 1,
    createdAt: "2025-06-15T12:00:00.000Z",
    kennelId: "k1",
    kennelName: "Oak Hollow",
    counts,
    includesPhotos: true,
    checksum,
  };
  return await recordsBlob({ ...metadata, ...changes }, written).text();
}

async function dataIn(text: Bytes): Promise<BackupData> {
  const opened = await openRecords(sourceOf(text));
  const data: BackupData = {};
  for (const kind of opened.kinds) {
    const rows: BackupRow[] = (data[kind] = []);
    for await (const part of opened.parts(kind)) rows.push(...part.rows);
  }
  return data;
}
const dataOf = async (opened: OpenBackup): Promise<BackupData> =>
  await dataIn(new Uint8Array(await (await opened.text()).arrayBuffer()));

async function fileOf(bytes: Bytes, type = "image/jpeg"): Promise<FullFile> {
  return { sha256: await sha256Of(bytes), type, size: bytes.length, bytes };
}

const read = async (bytes: Bytes) => await openBackup(sourceOf(bytes));
const problemWith = async (bytes: Bytes): Promise<string> => {
  const error: unknown = await read(bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BackupProblem)) throw new Error(`Expected a problem, but got ${String(error)}`);
  return error.message;
};
const text = (value: string): Bytes => new Uint8Array(new TextEncoder().encode(value));

// Some of these files have tens of megabytes, which take a long time on a busy machine.
describe("backup files", { timeout: 60_000 }, () => {
  it("[GAP-BAK-01] are read as they were written, as JSON and as ZIP, including every file", async () => {
    const values = fc.jsonValue({ maxDepth: 3 });
    const rows = fc.array(fc.dictionary(fc.string({ minLength: 1 }), values), { maxLength: 4 });
    const data = fc.dictionary(fc.constantFrom("dogs", "heats", "photos"), rows);
    const contents = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 300 }), {
      maxLength: 4,
      selector: String,
    });
    await fc.assert(
      fc.asyncProperty(data, contents, async (some, bytes) => {
        // Differences that JSON cannot express are ignored.
        const known = JSON.parse(JSON.stringify(some)) as BackupData;
        const files = await Promise.all(bytes.map(async (content) => await fileOf(new Uint8Array(content))));
        const written = await records(known);
        for (const file of [
          await joined(writeJson(sourceOf(text(written)), each(files))),
          await joined(writeZip(sourceOf(text(written)), files, each(files))),
        ]) {
          const opened = await openBackup(sourceOfBlob(new Blob([file])));
          expect(await dataOf(opened)).toEqual(known);
          expect(opened.files.map(({ sha256 }) => sha256).sort()).toEqual(
            files.map(({ sha256 }) => sha256).sort(),
          );
          for (const { sha256, bytes: content } of files) {
            expect(await opened.readFile(sha256)).toEqual(content);
          }
        }
      }),
      { numRuns: 40, seed: 9 },
    );
  });

  it("[BAK-01] must be JSON with metadata and data; other files are refused with the documented message", async () => {
    expect(await problemWith(text('{"data":{}}'))).toBe("Invalid backup file format");
    expect(await problemWith(text("not json"))).toBe(INVALID_BACKUP);
    expect(await problemWith(text(""))).toBe(INVALID_BACKUP);
    expect(await problemWith(text('{"metadata":{},"data":[]}'))).toBe(INVALID_BACKUP);
    expect(await read(text('{"metadata":{},"data":{}}'))).toMatchObject({ metadata: {}, counts: {} });
  });

  it("[BAK-01] are refused if they come from another program or a newer version, or were changed by hand", async () => {
    expect(await problemWith(text(await records(DATA, { product: "other" })))).toContain(
      "not made by Studbook",
    );
    expect(await problemWith(text(await records(DATA, { version: 2 })))).toContain("newer version");
    expect(await problemWith(text(await records(DATA, { version: 0.5 })))).toBe(INVALID_BACKUP);
    const edited = (await records()).replace("Bella", "Luna");
    expect(await problemWith(text(edited))).toContain("changed or damaged");
  });

  it.each([
    ["a million empty objects", "{}", 1_000_001],
    ["a million empty arrays", "[]", 1_000_001],
    ["five million numbers", "1", 5_000_001],
  ])(
    "are refused before parsing if a small ZIP contains %s",
    async (_what, value, count) => {
      const records = text(
        `{"metadata":{},"data":{"dogs":[{"x":[${`${value},`.repeat(count - 1)}${value}]}]}}`,
      );
      const bomb = zipSync({ "backup.json": records });
      expect(bomb.length).toBeLessThan(100_000);
      const parse = vi.spyOn(JSON, "parse");
      expect(await problemWith(new Uint8Array(bomb))).toContain("more than can be read at once");
      expect(await problemWith(records)).toContain("more than can be read at once");
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
    },
    30_000,
  );

  it("are refused if a ZIP states a wrong unpacked size of its records", async () => {
    const zip = zipSync({ "backup.json": text(await records()) });
    const directory = zip.findLastIndex(
      (_byte, at) => String.fromCharCode(...zip.subarray(at, at + 4)) === "PK\u0001\u0002",
    );
    new DataView(zip.buffer).setUint32(directory + 24, MAX_TEXT_BYTES + 1, true);
    expect(await problemWith(new Uint8Array(zip))).toContain("too large");
  });

  it("are refused if the files in a ZIP share their bytes", async () => {
    const zip = zipSync({
      "backup.json": text(await records()),
      "files/a": [new Uint8Array(5000), { level: 0 }],
    });
    const view = new DataView(zip.buffer);
    const start = view.getUint32(zip.length - 6, true);
    const [directory, end] = [zip.subarray(start, zip.length - 22), zip.slice(zip.length - 22)];
    const places = Array.from({ length: 3 }, () => directory);
    const size = start + 3 * directory.length;
    const head = new DataView(end.buffer);
    head.setUint16(10, 6, true);
    head.setUint32(12, 3 * directory.length, true);
    const whole = new Uint8Array(size + end.length);
    whole.set(zip.subarray(0, start));
    for (const [at, part] of places.entries()) whole.set(part, start + at * part.length);
    whole.set(end, size);
    expect(await problemWith(whole)).toContain("overlap");
  });

  it("are read only up to the allowed size of a JSON file", async () => {
    const asked: number[] = [];
    const size = MAX_JSON_BYTES + 1_000_000;
    const source = {
      size,
      read: async (from: number, to: number) => {
        asked.push(to - from);
        return await Promise.resolve(new Uint8Array(to - from).fill(0x20));
      },
    };
    await expect(openBackup(source)).rejects.toThrow("more than can be read at once");
    expect(asked).toEqual([4]);
  });

  it("[BAK-01] are refused if they are cut off at any position or one of their bytes was changed", async () => {
    const file = await fileOf(text("a picture"));
    const written = await records();
    const zip = await joined(writeZip(sourceOf(text(written)), [file], each([file])));
    const json = await joined(writeJson(sourceOf(text(written)), each([file])));
    for (const whole of [zip, json]) {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
          expect(await problemWith(whole.slice(0, length))).toContain(INVALID_BACKUP);
        }),
        { numRuns: 40, seed: 9 },
      );
    }
    // A changed byte is detected or has no meaning. If it has no meaning, all records and files are unchanged.
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: zip.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const changed = zip.map((byte, at) => (at === place ? byte ^ change : byte));
          const opened = await read(changed).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BackupProblem);
            return null;
          });
          if (!opened) return;
          expect(await dataOf(opened)).toEqual(DATA);
          const content = await opened.readFile(file.sha256);
          if (content !== null) expect(content).toEqual(file.bytes);
        },
      ),
      { numRuns: 150, seed: 9 },
    );
  });

  it("[GAP-BAK-08] are unpacked only up to their stated size, and refused if the stated size is too large", async () => {
    const bomb = zipSync({ "backup.json": [strToU8(" ".repeat(20_000_000)), { level: 9 }] });
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    const directory = view.getUint32(bomb.length - 6, true);
    // The directory states that the entry is small.
    view.setUint32(directory + 24, 100, true);
    expect(await problemWith(new Uint8Array(bomb))).toContain("larger than it says");
    view.setUint32(directory + 24, 0xfffffff0, true);
    expect(await problemWith(new Uint8Array(bomb))).toContain("too large");
    expect(MAX_BACKUP_BYTES).toBe(500 * 1024 * 1024);
  });

  it("are refused if deep nesting would exhaust the stack", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await problemWith(text(`{"metadata":{},"data":{"dogs":[{"name":${deep}}]}}`))).toBe(
      INVALID_BACKUP,
    );
  });

  it("never return a file whose content differs from its hash", async () => {
    const file = await fileOf(text("a picture"));
    const written = sourceOf(text(await records()));
    const forged = await joined(writeJson(written, each([{ ...file, bytes: text("a forgery") }])));
    expect(await (await read(forged)).readFile(file.sha256)).toBeNull();
    expect(await (await read(forged)).readFile("0".repeat(64))).toBeNull();
  });

  it("[BAK-03] [GAP-BAK-09] have the date in their name", () => {
    expect(backupFileName("2025-06-15", "json")).toBe("studbook-backup-2025-06-15.json");
  });

  it("[GAP-BAK-01] are JSON while their files fit, and otherwise ZIP files that name each file with the extension of its type", () => {
    expect(formatFor("json", MAX_INLINE_FILE_BYTES)).toBe("json");
    expect(formatFor("json", MAX_INLINE_FILE_BYTES + 1)).toBe("zip");
    expect(formatFor("zip", 0)).toBe("zip");
    const sha256 = "a".repeat(64);
    expect(fileEntryName({ sha256, type: "image/png", size: 1 })).toBe(`files/${sha256}.png`);
    expect(fileEntryName({ sha256, type: "model/stl", size: 1 })).toBe(`files/${sha256}`);
    expect([isHash(sha256), isHash("../secret")]).toEqual([true, false]);
  });

  it("have the same canonical text, whatever the order of their fields", async () => {
    expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: "é" })).toBe('{"a":"é","b":[1,{"d":null}]}');
    expect(await checksumOf({ dogs: [{ a: 1, b: 2 }] })).toBe(await checksumOf({ dogs: [{ b: 2, a: 1 }] }));
  });

  it("are read part by part in order, from any position and with any total size", async () => {
    const dogs = Array.from({ length: 9000 }, (_, number) => ({
      _id: `d${number}`,
      // A record that is larger than a part becomes a part of its own.
      notes: 'é"{[,'.repeat(number === 4000 ? PART_BYTES / 4 : number % 90),
    }));
    const written = text(await records({ dogs, heats: [{ _id: "h0" }] }));
    const opened = await openRecords(sourceOf(written));
    expect(opened.counts).toEqual({ dogs: 9000, heats: 1 });
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const { first, rows } of opened.parts("dogs")) {
      expect(rows[0]).toEqual(dogs[first]);
      sizes.push(JSON.stringify(rows).length);
      ids.push(...rows.map(({ _id }) => String(_id)));
    }
    expect(ids).toEqual(dogs.map(({ _id }) => _id));
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.filter((size) => size > PART_BYTES)).toHaveLength(1);
    for (const from of [0, 1, 3999, 4000, 4001, 8999, 9000]) {
      const rest: unknown[] = [];
      for await (const { rows } of opened.parts("dogs", from)) rest.push(...rows);
      expect(rest).toEqual(dogs.slice(from));
    }
  });

  it("have the same checksum after changes of spaces, order and escapes", async () => {
    const data: BackupData = {
      dogs: [{ _id: "d1", name: "Bella" }],
      'lit"ters\\': [{ _id: "l1", a: [1, {}] }],
    };
    const { metadata } = JSON.parse(await records(data)) as { metadata: object };
    const turned = {
      notes: [{ deep: [[]] }],
      data: Object.fromEntries(Object.entries(data).reverse()),
      metadata,
    };
    const spaced = `\uFEFF \n${JSON.stringify(turned, null, "\t ")}\r\n`;
    expect(await dataIn(text(spaced))).toEqual(data);
    expect(await problemWith(text(spaced.replace("Bella", "Luna")))).toContain("changed or damaged");
  });

  it("are refused if the text around the records is not JSON", async () => {
    const whole = '{"metadata":{},"data":{"dogs":[{"_id":"d1"},{"_id":"d2"}]},"files":{}}';
    expect(await dataIn(text(whole))).toEqual({ dogs: [{ _id: "d1" }, { _id: "d2" }] });
    for (const [part, other] of [
      ["},{", "}{"],
      ["},{", "},,{"],
      ['{"dogs"', '{,"dogs"'],
      ["}]}", "},]}"],
      ['"dogs":', '"dogs"'],
      ['"dogs":', '"dogs":7,"cats":'],
      ["}]}", "}}]"],
      ['{"_id":"d1"}', '{"_id":}'],
      ['{"_id":"d1"}', '{"_id":"d1"]'],
      ['{"_id":"d1"}', "7"],
      ['"metadata":{}', '"metadata":[]'],
      ['"files":{}', '"files":{"x":{}}'],
      ['"files":{}', '"files":[]'],
      ["{}}", "{}}}"],
    ] as const) {
      expect(whole).toContain(part);
      expect(await problemWith(text(whole.replace(part, other)))).toBe(INVALID_BACKUP);
    }
  });

  it("are refused if a ZIP unpacks to more than its own size allows", async () => {
    const bomb = zipSync({ "backup.json": [strToU8(" ".repeat(40_000_000)), { level: 9 }] });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await problemWith(new Uint8Array(bomb))).toContain("too large");
  });

  it("can be read however well they compress, because the writer stores highly compressible texts uncompressed", async () => {
    const dogs = Array.from({ length: 30 }, (_, number) => ({
      _id: `d${number}`,
      notes: "x".repeat(600_000),
    }));
    const zip = await joined(writeZip(sourceOf(text(await records({ dogs }))), [], each([])));
    expect(await dataOf(await read(zip))).toEqual({ dogs });
  });

  it("are refused before parsing if a single record is impossibly large", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const names = Array.from({ length: 1100 }, (_, number) => `"f${number}":1`).join(",");
    const long = `"x":"${"y".repeat(9_000_000)}"`;
    for (const fields of [names, long]) {
      const file = text(`{"metadata":{},"data":{"dogs":[{${fields}}]}}`);
      parse.mockClear();
      expect(await problemWith(file)).toContain("more than can be read at once");
      expect(parse.mock.calls.flat().filter((given) => String(given).length > 100)).toEqual([]);
    }
    parse.mockRestore();
  });

  it("are not created if they could not be restored because of too many or too long records", () => {
    const writer = new RecordsWriter({ records: 3, bytes: 60 });
    writer.begin("dogs");
    writer.add([{ _id: "d1" }, { _id: "d2" }, { _id: "d3" }]);
    expect(() => writer.add([{ _id: "d4" }])).toThrow(TooManyRecords);
    const long = new RecordsWriter({ records: 3, bytes: 60 });
    long.begin("dogs");
    long.add([{ _id: "d1", notes: "x".repeat(60) }]);
    expect(() => long.finish()).toThrow(TooManyRecords);
    expect([MAX_RECORDS, MAX_RECORDS_BYTES]).toEqual([1_000_000, 256 * 1024 * 1024]);
  });
});

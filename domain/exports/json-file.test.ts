/** Tests what a kennel's JSON file says about files that it does not include. */
import { expect, it } from "vitest";
import { writeKennelJson } from "./json-file";

const file = (name: string) => ({ sha256: name, type: "image/jpeg", size: 3 });

async function written(
  leftOut: ReturnType<typeof file>[],
): Promise<{ files: object; filesLeftOut?: object[] }> {
  const parts: string[] = [];
  const kennel = {
    kennelId: "k",
    name: "Kennel",
    sheets: [],
    nameOf: () => "",
    whole: {
      details: null,
      files: async function* () {
        yield await Promise.resolve({ ...file("held"), bytes: new Uint8Array([1, 2, 3]) });
      },
      filesLeftOut: () => leftOut,
    },
  };
  await writeKennelJson(kennel, { today: "2026-01-01" }, (text) => parts.push(text));
  return JSON.parse(parts.join("")) as { files: object; filesLeftOut?: object[] };
}

it("[GAP-SET-06] a JSON export lists the files that did not fit, and has no such list if all files fit", async () => {
  const { files, filesLeftOut } = await written([file("large")]);
  expect(Object.keys(files)).toEqual(["held"]);
  expect(filesLeftOut).toEqual([file("large")]);
  expect(await written([])).not.toHaveProperty("filesLeftOut");
});

/**
 * The upload of a backup requests only some addresses at a time. On a slow connection, other addresses would expire
 * before their files are sent.
 */
import { expect, it, vi } from "vitest";
import { sendBackup } from "@/features/backups/send-backup";
import { MAX_BACKUP_FILE_BYTES } from "@domain/backups/format";
import type { OpenBackup } from "@domain/backups/reading";

vi.mock("@/lib/send-file", () => ({ sendFile: vi.fn(async () => "stored") }));

const MEBIBYTE = 1024 * 1024;
const MOST_AT_ONCE = 16 * MEBIBYTE;

interface Said {
  readonly hashes?: readonly string[];
  readonly bytes?: readonly number[];
}

async function claimsOf(sizes: readonly number[]) {
  const claims: Said[] = [];
  const mutation = vi.fn(async (_name: unknown, args: Said) => {
    if (!args.hashes) return "id";
    claims.push(args);
    return args.hashes.map((sha256) => ({ sha256, url: `to ${sha256}` }));
  });
  const opened = {
    files: sizes.map((size, index) => ({ sha256: `hash ${index}`, type: "image/jpeg", size })),
    readFile: async () => new Uint8Array(1),
    text: async () => new Blob(["{}"]),
  };
  const told: number[] = [];
  await sendBackup(
    { mutation } as unknown as Parameters<typeof sendBackup>[0],
    { kennelId: "kennel", today: "2026-01-01" },
    opened as unknown as OpenBackup,
    (done) => told.push(done),
  );
  expect(told.at(-1)).toBe(sizes.length);
  expect(claims.flatMap(({ hashes = [] }) => hashes)).toHaveLength(sizes.length);
  return claims;
}

it("the upload requests addresses for only as many bytes as a slow connection sends before they expire", async () => {
  const claims = await claimsOf(Array.from({ length: 100 }, () => 5 * MEBIBYTE));
  for (const { bytes = [] } of claims) {
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_AT_ONCE);
  }
});

it("the upload requests addresses for a hundred small files at once, and for a larger file alone", async () => {
  const counts = async (sizes: readonly number[]) =>
    (await claimsOf(sizes)).map(({ hashes = [] }) => hashes.length);
  expect(await counts(Array.from({ length: 250 }, () => 1))).toEqual([100, 100, 50]);
  expect(await counts([1, MAX_BACKUP_FILE_BYTES, 1])).toEqual([1, 1, 1]);
});

/** Unfinished uploads, as they are counted at sign-out. */
import { afterEach, expect, it, vi } from "vitest";
import { countBegun, setPageOwner } from "@/lib/page-owner";
import { uploadFile } from "@/lib/upload-file";

const sendFile = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock("@/lib/send-file", () => ({ sendFile }));

afterEach(() => setPageOwner(null));

const send = () =>
  uploadFile(
    new File(["x"], "contract.pdf"),
    async () => "address",
    () => {},
    new AbortController().signal,
  );

it("a document no longer counts as unfinished once it has arrived or has failed", async () => {
  sendFile.mockResolvedValueOnce("file1").mockRejectedValueOnce(new Error("lost"));
  const [first, second] = [send(), send()];
  expect(await first).toBe("file1");
  await expect(second).rejects.toThrow("lost");
  expect(countBegun()).toBe(0);
});

it("a document counts as unfinished during its upload, until somebody else uses the page", () => {
  sendFile.mockReturnValue(new Promise(() => {}));
  void send();
  void send();
  expect(countBegun()).toBe(2);
  setPageOwner(null);
  expect(countBegun()).toBe(0);
});

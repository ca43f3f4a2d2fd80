/** Tests attachments of health records over REST and as functions. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_FILE_BYTES } from "../../domain/files/rules";
import { MAX_ATTACHMENTS_PER_RECORD } from "../../domain/health/rules";
import { failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { outliveDeletions } from "../support/deletions";
import { PDF } from "../support/documents";
import { addAttachment, addHealthRecord, attachmentForm } from "../support/health";
import { PNG } from "../support/photos";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
let recordId: Id<"healthRecords">;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
  recordId = (await addHealthRecord(team))._id;
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const call = async (method: string, path: string, request: Parameters<typeof callRest>[3] = {}) =>
  await callRest(team.owner.as, method, path, request);
const upload = async (form: FormData) =>
  await call("POST", `/health/records/${recordId}/attachments`, { form });
const listed = async (): Promise<{ id: string; fileName: string }[]> =>
  (await call("GET", `/health/records/${recordId}/attachments`)).body.data;
const record = async () => await team.viewer.as.query(api.health.healthRecords.get, { recordId });
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;
const UNSUPPORTED =
  "Attachments must be PDF, DOC, DOCX, JPG, PNG or TXT files, and their content must match their names.";

describe("POST /health/records/{id}/attachments", () => {
  it("[HLT-14] returns 201 with the stored attachment, and adds it to the record", async () => {
    const { status, body } = await upload(attachmentForm(PNG, "xray.png"));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      recordId,
      fileName: "xray.png",
      fileSize: PNG.length,
      mimeType: "image/png",
    });
    await upload(attachmentForm(bytesOf("Seen at noon."), "part", { fileName: "notes.txt" }));
    expect(await listed()).toMatchObject([{ fileName: "xray.png" }, { fileName: "notes.txt" }]);
    expect((await record()).attachments).toMatchObject([{ fileName: "xray.png" }, { fileName: "notes.txt" }]);
  });

  it("[HLT-14] [GAP-HLT-07] returns 415 for a script named .jpg and for invalid types, and stores nothing", async () => {
    const refused = [
      attachmentForm(bytesOf("#!/bin/sh\nrm -rf /\n"), "hips.jpg"),
      attachmentForm(bytesOf("<script>alert(1)</script>"), "page.html"),
      attachmentForm(bytesOf("MZ\u0000\u0003"), "x.exe"),
      attachmentForm(PDF, "setup.exe"),
      attachmentForm(bytesOf("text"), "report.pdf"),
    ];
    for (const form of refused) {
      expect(await upload(form)).toMatchObject({ status: 415, body: { message: UNSUPPORTED } });
    }
    expect([await filesLeft(), (await record()).attachments]).toEqual([0, []]);
  });

  it("[HLT-15] accepts 10 MB and returns 413 for one byte more", async () => {
    const full = new Uint8Array(MAX_FILE_BYTES);
    full.set(PDF);
    expect((await upload(attachmentForm(full))).status).toBe(201);
    const large = new Uint8Array(MAX_FILE_BYTES + 1);
    large.set(PDF);
    expect(await upload(attachmentForm(large))).toMatchObject({
      status: 413,
      body: { message: "A file may have at most 10 MB." },
    });
    expect(await filesLeft()).toBe(1);
  });

  it("[HLT-16] returns 400 for an empty or missing file, and keeps the other files", async () => {
    expect((await upload(attachmentForm(PDF, "first.pdf"))).status).toBe(201);
    expect(await upload(attachmentForm(new Uint8Array(0)))).toMatchObject({
      status: 400,
      body: { message: "The file is empty." },
    });
    expect(await upload(new FormData())).toMatchObject({ status: 400 });
    expect((await upload(attachmentForm(PDF, "third.pdf"))).status).toBe(201);
    expect(await listed()).toMatchObject([{ fileName: "first.pdf" }, { fileName: "third.pdf" }]);
    expect(await record()).toMatchObject({ title: "Annual check" });
  });

  it("removes the path from a name and corrects a picture's file extension", async () => {
    const climbing = await upload(attachmentForm(PDF, "x.pdf", { fileName: "../../etc/pass\u0000wd.pdf" }));
    expect(climbing.body.data.fileName).toBe("pass wd.pdf");
    const windows = await upload(attachmentForm(PDF, "x.pdf", { fileName: "C:\\scans\\Bella 06.2025" }));
    expect(windows.body.data.fileName).toBe("Bella 06.2025.pdf");
    expect((await upload(attachmentForm(PNG, "hips.jpg"))).body.data.fileName).toBe("hips.png");
  });

  it("returns 409 for one attachment too many", async () => {
    await team.deployment.run(
      async (ctx) =>
        await ctx.db.patch("healthRecords", recordId, { attachmentCount: MAX_ATTACHMENTS_PER_RECORD }),
    );
    expect((await upload(attachmentForm())).status).toBe(409);
    expect(await filesLeft()).toBe(0);
  });
});

describe("healthAttachments.add", () => {
  const send = async (bytes: Uint8Array<ArrayBuffer>) =>
    await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([bytes])));
  const add = async (
    storageId: Id<"_storage">,
    fileName = "scan.pdf",
    who: "staff" | "viewer" | "stranger" = "staff",
  ) => await team[who].as.action(api.health.healthAttachments.add, { recordId, storageId, fileName });

  it("creates one attachment from a file, however often it is sent", async () => {
    expect(
      await team.staff.as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId }),
    ).toMatch(/^http/);
    const storageId = await send(PDF);
    const [one, again] = [await add(storageId), await add(storageId)];
    expect(again._id).toBe(one._id);
    expect((await record()).attachments).toHaveLength(1);
  });

  it("[HLT-14] [GAP-HLT-07] checks the content of the file, and refuses another person's file", async () => {
    expect((await failureOf(add(await send(bytesOf("#!/bin/sh")), "hips.jpg"))).code).toBe(
      "ATTACHMENT_TYPE_UNSUPPORTED",
    );
    expect((await failureOf(add(await send(new Uint8Array(0))))).code).toBe("FILE_EMPTY");
    const taken = await send(PDF);
    await add(taken);
    const other = (await addHealthRecord(team))._id;
    const steal = team.staff.as.action(api.health.healthAttachments.add, {
      recordId: other,
      storageId: taken,
      fileName: "x.pdf",
    });
    expect((await failureOf(steal)).code).toBe("NOT_FOUND");
    expect((await failureOf(add(taken, "x.pdf", "viewer"))).code).toBe("FORBIDDEN");
    expect((await failureOf(add(taken, "x.pdf", "stranger"))).code).toBe("NOT_FOUND");
  });

  it("leaves unused files to the sweep, and keeps attached ones", async () => {
    const [broken, kept] = [await send(bytesOf("#!/bin/sh")), await send(PDF)];
    await failureOf(add(broken, "hips.jpg"));
    await add(kept);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * 3_600_000 });
    await team.deployment.mutation(internal.platform.storedFiles.sweep, {});
    const left = await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(5));
    expect(left.map(({ _id }) => _id)).toEqual([kept]);
  });
});

describe("GET /health/attachments/{id}/download", () => {
  const fetchFile = async (caller: Pick<Team["deployment"], "fetch">, path: string) =>
    await caller.fetch(`/api${path}`);

  it("[GAP-HLT-06] returns the file under its name only to a member", async () => {
    const { id } = await addAttachment(team, recordId, attachmentForm(PDF, "Befund “Kübler”.pdf"));
    const path = `/health/attachments/${id}/download`;
    const response = await fetchFile(team.viewer.as, path);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PDF);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Disposition")).toContain(
      "attachment; filename=\"Befund _K_bler_.pdf\"; filename*=UTF-8''Befund%20%E2%80%9CK%C3%BCbler%E2%80%9D.pdf",
    );
    expect((await fetchFile(team.viewer.as, `${path}?show=true`)).headers.get("Content-Disposition")).toMatch(
      /^inline/,
    );
    expect((await fetchFile(team.stranger.as, path)).status).toBe(404);
    expect((await fetchFile(team.deployment, path)).status).toBe(401);
  });

  it("[GAP-AUTH-05] opens only by its own signed address, and for a limited time", async () => {
    const [one, other] = [await addAttachment(team, recordId), await addAttachment(team, recordId)];
    const statusOf = async (path: string) => (await fetchFile(team.deployment, path)).status;
    expect(await statusOf(one.filePath)).toBe(200);
    expect(await statusOf(one.filePath.replace(one.id, other.id))).toBe(401);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect(await statusOf(one.filePath)).toBe(401);
  });
});

describe("DELETE /health/attachments/{id}", () => {
  it("deletes the attachment with its file, and keeps the others", async () => {
    const [one, other] = [await addAttachment(team, recordId), await addAttachment(team, recordId)];
    expect(await call("DELETE", `/health/attachments/${one.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await listed()).toMatchObject([{ id: other.id }]);
    await outliveDeletions(team.deployment);
    expect(await filesLeft()).toBe(1);
    expect((await call("DELETE", `/health/attachments/${one.id}`)).status).toBe(404);
  });
});

describe("a deleted kennel", () => {
  it("[GAP-KEN-06] deletes its attachments, including files", async () => {
    vi.useFakeTimers();
    await addAttachment(team, recordId);
    await deleteKennel(team);
    expect(await filesLeft()).toBe(0);
  });
});

/** Tests documents of a breeding over REST and as functions. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_DOCUMENTS_PER_BREEDING, MAX_FILE_BYTES } from "../../domain/files/rules";
import { failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";
import { outliveDeletions } from "../support/deletions";
import { addDocument, documentForm, PDF } from "../support/documents";
import { PNG } from "../support/photos";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
  breedingId = await recordBreeding(team, {});
});

const call = async (method: string, path: string, request: Parameters<typeof callRest>[3] = {}) =>
  await callRest(team.owner.as, method, path, request);
const upload = async (form: FormData) => await call("POST", `/breeding/${breedingId}/documents`, { form });
const listed = async (): Promise<{ id: string; fileName: string }[]> =>
  (await call("GET", `/breeding/${breedingId}/documents`)).body.data;
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;

describe("POST /breeding/{id}/documents", () => {
  it("[BRD-40] [GAP-BRD-14] returns the stored document, with name and type", async () => {
    const { status, body } = await upload(
      documentForm({ documentType: "health_certificate" }, PNG, "hips.exe"),
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      breedingId,
      documentType: "health_certificate",
      fileName: "hips.exe.png",
      fileSize: PNG.length,
      mimeType: "image/png",
    });
    expect(Date.parse(body.data.createdAt)).toBeGreaterThan(0);
    expect(await listed()).toMatchObject([{ id: body.data.id, fileName: "hips.exe.png" }]);
  });

  it("[GAP-BRD-14] uses the type 'other' by default, and returns 400 for an invalid type", async () => {
    expect((await upload(documentForm())).body.data.documentType).toBe("other");
    const refused = await upload(documentForm({ documentType: "invoice" }));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.errors.documentType).toContain(
      "contract, registration, health_certificate, photo, other",
    );
    expect(await filesLeft()).toBe(1);
  });

  it("[GAP-BRD-14] returns 415 by content, 413 over 10 MB, 400 without a file, and stores nothing", async () => {
    const page = new TextEncoder().encode("MZ\u0000\u0003 not a document");
    const refused = await upload(documentForm({}, page));
    expect(refused).toMatchObject({
      status: 415,
      body: { message: "Files must be PDF, DOC, DOCX, JPG, PNG, WEBP or TXT." },
    });
    const large = new Uint8Array(MAX_FILE_BYTES + 1);
    large.set(PDF);
    expect(await upload(documentForm({}, large))).toMatchObject({
      status: 413,
      body: { message: "A file may have at most 10 MB." },
    });
    const empty = new FormData();
    empty.append("documentType", "contract");
    expect(await upload(empty)).toMatchObject({
      status: 400,
      body: { errors: { document: "Choose a file" } },
    });
    expect(await filesLeft()).toBe(0);
  });

  it("returns 409 for one document too many", async () => {
    await addDocument(team, breedingId);
    await team.deployment.run(async (ctx) => {
      const row = await ctx.db.query("breedingDocuments").first();
      if (!row) throw new Error("There is no document");
      const { _id, _creationTime, ...fields } = row;
      for (let count = 1; count < MAX_DOCUMENTS_PER_BREEDING; count += 1) {
        await ctx.db.insert("breedingDocuments", fields);
      }
    });
    expect((await upload(documentForm())).status).toBe(409);
    expect(await filesLeft()).toBe(1);
  });
});

describe("GET /breeding/documents/{id}/download", () => {
  const fetchFile = async (caller: Pick<Team["deployment"], "fetch">, path: string) =>
    await caller.fetch(`/api${path}`);

  it("[GAP-BRD-14] returns the file under its name only to a member", async () => {
    const { body } = await upload(documentForm({}, PDF, "Vertrag “Kübler”.pdf"));
    const path = `/breeding/documents/${body.data.id}/download`;
    const response = await fetchFile(team.staff.as, path);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PDF);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Disposition")).toBe(
      "attachment; filename=\"Vertrag _K_bler_.pdf\"; filename*=UTF-8''Vertrag%20%E2%80%9CK%C3%BCbler%E2%80%9D.pdf",
    );
    expect((await fetchFile(team.stranger.as, path)).status).toBe(404);
    expect((await fetchFile(team.deployment, path)).status).toBe(401);
  });

  it("[GAP-AUTH-05] opens only by its own signed address, and for a limited time", async () => {
    const [one, other] = [await addDocument(team, breedingId), await addDocument(team, breedingId)];
    const statusOf = async (path: string) => (await fetchFile(team.deployment, path)).status;
    expect(await statusOf(one.filePath)).toBe(200);
    expect(await statusOf(one.filePath.replace(one.id, other.id))).toBe(401);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect(await statusOf(one.filePath)).toBe(401);
  });

  it("shows a PDF or picture in the browser on request, and never a text", async () => {
    const pdf = await addDocument(team, breedingId);
    const text = await upload(documentForm({}, new TextEncoder().encode("<b>bold</b>"), "note.html"));
    const dispositionOf = async (path: string) =>
      (await fetchFile(team.deployment, path)).headers.get("Content-Disposition")?.split(";")[0];
    expect(await dispositionOf(`${pdf.filePath}&show=true`)).toBe("inline");
    expect(await dispositionOf(pdf.filePath)).toBe("attachment");
    expect(await dispositionOf(`${text.body.data.filePath}&show=true`)).toBe("attachment");
    expect(text.body.data).toMatchObject({ mimeType: "text/plain", fileName: "note.html.txt" });
  });
});

describe("DELETE /breeding/documents/{id}", () => {
  it("[GAP-BRD-14] deletes row and file", async () => {
    const { id } = await addDocument(team, breedingId);
    expect(await call("DELETE", `/breeding/documents/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await listed()).toEqual([]);
    await outliveDeletions(team.deployment);
    expect(await filesLeft()).toBe(0);
    expect((await call("DELETE", `/breeding/documents/${id}`)).status).toBe(404);
  });
});

describe("documents of deleted records", () => {
  it("[GAP-BRD-18] are deleted with their breeding, including files", async () => {
    await addDocument(team, breedingId);
    await addDocument(team);
    await call("DELETE", `/breeding/${breedingId}`);
    await outliveDeletions(team.deployment);
    expect(await filesLeft()).toBe(1);
  });

  it("[GAP-KEN-06] are deleted with their kennel, including files", async () => {
    vi.useFakeTimers();
    await addDocument(team, breedingId);
    await deleteKennel(team);
    expect(await filesLeft()).toBe(0);
  });
});

describe("breedingDocuments.add", () => {
  const store = async (bytes: Uint8Array<ArrayBuffer> = PDF) =>
    await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([bytes])));
  const described = { fileName: "Contract.pdf", documentType: "contract" };

  it("creates one document from a file, however often it is sent, and none from another person's file", async () => {
    const storageId = await store();
    const add = async (id: string) =>
      await team.staff.as.action(api.breedings.breedingDocuments.add, {
        ...described,
        breedingId: id,
        storageId,
      });
    const first = await add(breedingId);
    expect((await add(breedingId))._id).toBe(first._id);
    expect(await listed()).toHaveLength(1);
    const other = await recordBreeding(team, {});
    expect((await failureOf(add(other))).code).toBe("NOT_FOUND");
  });

  it("[GAP-AUTH-03] refuses viewers, strangers and signed-out callers, like its upload address", async () => {
    const storageId = await store();
    const codes = async (caller: Pick<Team["viewer"]["as"], "action" | "mutation">) => [
      (
        await failureOf(
          caller.action(api.breedings.breedingDocuments.add, { ...described, breedingId, storageId }),
        )
      ).code,
      (await failureOf(caller.mutation(api.breedings.breedingDocuments.generateUploadUrl, { breedingId })))
        .code,
    ];
    expect(await codes(team.viewer.as)).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    expect(await codes(team.stranger.as)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    expect(await codes(team.deployment)).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
  });
});

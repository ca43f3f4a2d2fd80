/** Tests contract templates and the contracts created from them, over REST. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding, recordLitter } from "../support/breedings";
import { addTemplate } from "../support/contracts";
import { linesOf, readPdf } from "../support/pdf-text";
import { missingIn, reservedPuppy } from "../support/signings";
import { textOf } from "../../domain/contracts/fill";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });

describe("contract templates", () => {
  const path = () => `/settings/kennel/${team.kennelId}/contract-templates`;
  const own = async (): Promise<{ id: string; name: string; kind: string; isDefault: boolean }[]> =>
    (await call("GET", path())).body.data.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => !isBuiltIn);
  const defaults = async () => (await own()).filter(({ isDefault }) => isDefault).map(({ name }) => name);

  it("[GAP-SET-15] include the built-in ones, each the default of its kind", async () => {
    const { status, body } = await callRest(team.viewer.as, "GET", path());
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { id: "built-in-stud", kind: "stud", isDefault: true, isBuiltIn: true, updatedAt: null },
      { id: "built-in-sale", kind: "sale", isDefault: true, isBuiltIn: true },
      { id: "built-in-coown", kind: "coown", isDefault: true, isBuiltIn: true },
    ]);
  });

  it("[GAP-SET-15] are created, changed and deleted, and a custom template replaces the built-in default", async () => {
    const made = await call("POST", path(), { name: " Ours ", kind: "stud", body: "{{sire}}" });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { name: "Ours", kind: "stud", body: "{{sire}}", isDefault: true, isBuiltIn: false } },
    });
    const { data: all } = (await call("GET", path())).body;
    expect(all.map(({ id, isDefault }: { id: string; isDefault: boolean }) => [id, isDefault])).toEqual([
      [made.body.data.id, true],
      ["built-in-stud", false],
      ["built-in-sale", true],
      ["built-in-coown", true],
    ]);
    const target = `/settings/contract-templates/${made.body.data.id}`;
    const changed = await call("PUT", target, { name: "Theirs" });
    expect(changed.body.data).toMatchObject({ name: "Theirs", body: "{{sire}}" });
    const stale = await call("PUT", target, { name: "Late", updatedAt: made.body.data.updatedAt });
    expect(stale.status).toBe(409);
    expect(await call("DELETE", target)).toMatchObject({ status: 200, body: { success: true } });
    expect((await call("DELETE", target)).status).toBe(404);
  });

  it("[GAP-SET-15] have one default: deleting it makes the oldest other template the default", async () => {
    const first = await addTemplate(team, { name: "First" });
    await addTemplate(team, { name: "Second" });
    const third = await addTemplate(team, { name: "Third", isDefault: true });
    await addTemplate(team, { name: "Sale", kind: "sale" });
    expect(await defaults()).toEqual(["Sale", "Third"]);
    await call("DELETE", `/settings/contract-templates/${third}`);
    expect(await defaults()).toEqual(["Sale", "First"]);
    await call("PUT", `/settings/contract-templates/${first}`, { isDefault: false });
    expect(await defaults()).toEqual(["Sale", "Second"]);
    await call("PUT", `/settings/contract-templates/${first}`, { kind: "sale", isDefault: true });
    expect((await defaults()).sort()).toEqual(["First", "Second"]);
  });

  it("[GAP-SET-15] refuse invalid fields, and name a misspelled placeholder", async () => {
    const { status, body } = await call("POST", path(), { name: "", kind: "lease", body: "{{sier}}" });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      name: "Name is required",
      kind: "Kind must be stud, sale, coown",
      body: "Unknown placeholder: {{sier}}",
    });
  });
});

describe("POST /breeding/{id}/generate-contract", () => {
  let breedingId: Id<"breedings">;
  let litterId: Id<"litters">;
  beforeEach(async () => {
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    breedingId = await recordBreeding(team, { sireId: sire._id, damId: dam._id });
    litterId = await recordLitter(team, breedingId);
  });

  const addPuppy = async () =>
    await team.deployment.run(
      async (ctx) =>
        await ctx.db.insert("puppies", {
          kennelId: team.kennelId,
          litterId,
          order: 1,
          name: "Juniper",
          gender: "female",
          status: "sold",
          priceCents: 250_000,
          depositCents: 50_010,
          buyer: { name: "Robin Hale" },
          updatedAt: 1,
        }),
    );

  /** Also reads the contract's first page and its stored document. */
  async function generate(query = "") {
    const path = `/api/breeding/${breedingId}/generate-contract?${query}`;
    const response = await team.staff.as.fetch(path, { method: "POST" });
    const bytes = await response.arrayBuffer();
    return { response, bytes, text: async () => linesOf((await readPdf(bytes)).texts).join("\n") };
  }

  it("[GAP-BRD-13] returns a plain stud contract as a PDF and stores it among the documents", async () => {
    const { response, bytes, text } = await generate();
    expect(response.status).toBe(201);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    const { body } = await call("GET", `/breeding/${breedingId}/documents`);
    expect(body.data).toMatchObject([
      { documentType: "contract", fileName: "Stud contract Rex Bella.pdf", mimeType: "application/pdf" },
    ]);
    expect(response.headers.get("Location")).toBe(`/api/breeding/documents/${body.data[0].id}/download`);
    const stored = await team.staff.as.fetch(response.headers.get("Location") ?? "");
    expect(new Uint8Array(await stored.arrayBuffer())).toEqual(new Uint8Array(bytes));
    const printed = await text();
    for (const value of ["Stud Service Contract", "Rex", "Bella", "January 1, 2025", "$1,500.50"]) {
      expect(printed).toContain(value);
    }
  });

  it("[GAP-BRD-13] marks missing values in the PDF instead of leaving a blank", async () => {
    await team.owner.as.mutation(api.breedings.breedings.update, { breedingId, studFeeCents: 0 });
    const printed = await (await generate()).text();
    expect(printed).toContain("[stud fee: not recorded]");
    expect(printed).toContain("[terms: not recorded]");
    expect(printed).toContain("[sire's registrations: not recorded]");
  });

  it("[GAP-BRD-13] prints every registration of a parent if the template asks for all", async () => {
    const { data } = await team.owner.as.query(api.dogs.dogs.list, {
      kennelId: team.kennelId,
      search: "Rex",
    });
    await call("PUT", `/dogs/${data[0]?._id ?? ""}`, {
      registrationNumber: "HR123456",
      otherRegistrations: [{ registry: "FCI", number: "NHSB 3141592" }],
    });
    expect(await (await generate()).text()).toContain("registration HR123456 · FCI: NHSB 3141592");
    const templateId = await addTemplate(team, { body: "{{sireRegistration}}, {{sireRegistrations}}" });
    const printed = await (await generate(`templateId=${templateId}`)).text();
    expect(printed).toContain("HR123456, HR123456 · FCI: NHSB 3141592");
  });

  it("[BRD-41] [GAP-BRD-13] fills the kennel's own template", async () => {
    const terms = "Second mating free.";
    await team.owner.as.mutation(api.breedings.breedings.update, { breedingId, contractTerms: terms });
    const body = "# Ours\n{{sire}} × {{dam}}, {{date}}: {{studFee}}. {{terms}}";
    const templateId = await addTemplate(team, { body });
    const { text } = await generate(`templateId=${templateId}&paper=a4`);
    expect(await text()).toContain(`Rex × Bella, January 1, 2025: $1,500.50. ${terms}`);
  });

  it("contains buyer, price, deposit and balance of a sold puppy, to the cent", async () => {
    const puppyId = await addPuppy();
    const printed = await (await generate(`templateId=built-in-sale&puppyId=${puppyId}`)).text();
    for (const value of [
      "Juniper",
      "Robin Hale",
      "Price: $2,500.00",
      "$500.10",
      "$1,999.90",
      "March 5, 2025",
    ]) {
      expect(printed).toContain(value);
    }
    expect(printed).toContain("[microchip: not recorded]");
  });

  it("returns 404 for another kennel's template and another breeding's puppy", async () => {
    const puppyId = await addPuppy();
    const theirs = await team.stranger.as.mutation(api.contracts.contractTemplates.create, {
      kennelId: (await team.stranger.as.query(api.kennels.kennels.list, {}))[0]?._id ?? "",
      name: "Theirs",
      kind: "stud",
      body: "{{sire}}",
    });
    expect((await generate(`templateId=${theirs.id}`)).response.status).toBe(404);
    const other = await recordBreeding(team, {});
    const elsewhere = team.owner.as.query(api.contracts.contracts.preview, {
      breedingId: other,
      puppyId,
      today: TODAY,
    });
    expect((await failureOf(elsewhere)).code).toBe("NOT_FOUND");
    const files = await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(5));
    expect(files).toEqual([]);
  });

  it("takes what the sale leaves out from the buyer's contact", async () => {
    const placed = await reservedPuppy(team);
    expect(await missingIn(team, placed)).toContain("buyer's address");
    const { updatedAt } = await team.owner.as.query(api.contacts.contacts.get, {
      contactId: placed.contactId,
    });
    await team.owner.as.mutation(api.contacts.contacts.update, {
      ...{ contactId: placed.contactId, expectedUpdatedAt: updatedAt },
      ...{ address: "4 Elm St, Akron OH", email: "later@family.example" },
    });
    const { missing, blocks } = await team.owner.as.query(api.contracts.contracts.preview, {
      ...{ breedingId: placed.breedingId, puppyId: placed.puppyId },
      ...{ templateId: "built-in-sale", today: TODAY },
    });
    expect(missing).not.toContain("buyer's address");
    // What the sale says stays.
    expect(textOf(blocks)).toContain("Anna Berg, 4 Elm St, Akron OH");
    expect(textOf(blocks)).toContain("email anna@family.example");
  });

  it("[GAP-AUTH-03] allows a viewer with the right to money and contacts to preview a contract, but not to create one", async () => {
    const args = { breedingId, today: TODAY };
    const { kennelId, viewer } = team;
    const preview = async () => await viewer.as.query(api.contracts.contracts.preview, args);
    expect((await failureOf(preview())).code).toBe("FORBIDDEN");
    const rights = { role: "viewer", permissions: { finances: "read" } } as const;
    await team.owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    const { missing, blocks } = await preview();
    expect(missing).toContain("terms");
    expect(blocks[0]).toEqual({ kind: "title", runs: [{ text: "Stud Service Contract", isMissing: false }] });
    const made = team.viewer.as.action(api.contracts.actions.printedPapers.contract, args);
    expect((await failureOf(made)).code).toBe("FORBIDDEN");
  });
});

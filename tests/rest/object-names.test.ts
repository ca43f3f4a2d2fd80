/** Tests names of properties that every object has, used as fields, parameters, headers and files of a request. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";
import { documentForm, PDF } from "../support/documents";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"] as const;

let team: Team;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
});
afterEach(() => {
  // A property that a polluted prototype would give to all objects.
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it.each(NAMES)(
  "a document's upload accepts %s as an additional field and as the file's name",
  async (name) => {
    const breedingId = await recordBreeding(team, {});
    const path = `/breeding/${breedingId}/documents`;
    const form = documentForm({}, PDF, name);
    for (const field of [name, `${name}.polluted`, `${name}[polluted]`]) form.append(field, "contract");
    const { status, body } = await callRest(team.owner.as, "POST", path, { form });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ fileName: `${name}.pdf`, documentType: "other" });
    const file = await team.owner.as.fetch(`/api/breeding/documents/${body.data.id}/download`);
    expect(file.headers.get("Content-Disposition")).toContain(`filename="${name}.pdf"`);
  },
);

it.each(NAMES)("a file field named %s is not treated as the file", async (name) => {
  const breedingId = await recordBreeding(team, {});
  const form = new FormData();
  form.append(name, new Blob([PDF]), "a.pdf");
  const { status, body } = await callRest(team.owner.as, "POST", `/breeding/${breedingId}/documents`, {
    form,
  });
  expect(status).toBe(400);
  expect(body.errors).toEqual({ document: "Choose a file" });
});

it.each(NAMES)("%s is not a document type, parameter, header or counted field of a body", async (name) => {
  const breedingId = await recordBreeding(team, {});
  const form = documentForm({ documentType: name });
  const refused = await callRest(team.owner.as, "POST", `/breeding/${breedingId}/documents`, { form });
  expect(refused.status).toBe(400);
  const listed = await callRest(team.owner.as, "GET", `/dogs?${name}=1&${name}[polluted]=1&sort=${name}`, {
    headers: name === "__proto__" ? {} : { [name]: "polluted" },
  });
  expect([200, 400]).toContain(listed.status);
  const text = `{"name":"Aria","breed":"Beagle","gender":"female","${name}":{"polluted":"yes","notes":"from it"}}`;
  const added = await callRest(team.owner.as, "POST", "/dogs", { text });
  expect([201, 400]).toContain(added.status);
  if (added.status === 201) expect(added.body.data.notes ?? null).toBeNull();
});

/** Tests the REST calls of a kennel's settings. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEFAULT_BRANDING } from "../../domain/kennels/rules";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { readPdf } from "../support/pdf-text";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const path = (rest = "") => `/settings/kennel/${team.kennelId}${rest}`;
const put = async (json: object, rest = "", person = team.owner) =>
  await callRest(person.as, "PUT", path(rest), { json });
const get = async () => (await callRest(team.viewer.as, "GET", path())).body.data;

async function preview(json: object) {
  const response = await team.owner.as.fetch(`/api${path("/branding/preview")}?today=${TODAY}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(json),
  });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe("a kennel's settings", () => {
  it("[SET-06] accept the full object with changes, and keep the rest", async () => {
    expect(await get()).toEqual({
      kennelId: team.kennelId,
      business: { taxId: null, businessLicense: null },
      branding: DEFAULT_BRANDING,
      familyPages: { showsParents: true, showsPlace: false, showsPlans: false },
      mating: { inbreedingLimitPercent: 6.25 },
      updatedAt: null,
    });
    await put({ business: { taxId: "1", businessLicense: "L" }, branding: { footerText: "Beagle Club" } });
    const full = await get();
    const { status, body } = await put({ ...full, business: { ...full.business, taxId: "9" }, x: 2 });
    expect([status, body.data.business]).toEqual([200, { taxId: "9", businessLicense: "L" }]);
    expect(body.data.branding).toEqual({ ...DEFAULT_BRANDING, footerText: "Beagle Club" });
    expect((await put(full)).status).toBe(409);
  });

  it("[GAP-API-11] report who changed which fields", async () => {
    await put({ business: { taxId: "1" } });
    const { updatedAt } = await team.owner.as.query(api.kennels.kennelSettings.get, {
      kennelId: team.kennelId,
    });
    await put({ branding: { showLogo: false } }, "", team.manager);
    const since = { kennelId: team.kennelId, since: updatedAt };
    expect(await team.owner.as.query(api.kennels.kennelSettings.editsSince, since)).toMatchObject([
      { fields: ["showLogo"], name: "manager", isSelf: false },
    ]);
  });

  it("[GAP-SET-17] are reset to the defaults, without changing the kennel and its dogs", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    await put({ business: { taxId: "1" }, branding: { primaryColor: "#1f6f3a", showLogo: false } });
    const { status, body } = await callRest(team.owner.as, "POST", path("/reset"));
    expect([status, body.data.business.taxId, body.data.branding]).toEqual([201, null, DEFAULT_BRANDING]);
    expect(await team.owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({ name: "Bella" });
  });

  it("have a limit of inbreeding, which mates and planned litters use", async () => {
    const parent = async (name: string, gender: "male" | "female") =>
      (await addDog(team.owner, team.kennelId, { name, gender, isBreedingDog: true }))._id;
    const [sireId, oak, elm] = [
      await parent("Oak", "male"),
      await parent("Ash", "female"),
      await parent("Elm", "female"),
    ];
    const child = { sireId, dateOfBirth: "2020-01-01", isBreedingDog: true };
    const { _id: bella } = await addDog(team.owner, team.kennelId, { ...child, damId: oak, name: "Bella" });
    const half = { ...child, damId: elm, name: "Half", gender: "male" } as const;
    const { _id: halfId } = await addDog(team.owner, team.kennelId, half);
    await addDog(team.owner, team.kennelId, {
      ...{ sireId: halfId, name: "Nephew", gender: "male", isBreedingDog: true, dateOfBirth: "2022-01-01" },
    });
    const mates = async () => {
      const { body } = await callRest(team.owner.as, "GET", `/dogs/${bella}/mates?today=${TODAY}`);
      return [body.data.limit, body.data.mates.map(({ name }: { name: string }) => name)];
    };
    const plan = async () => {
      const pair = `/breeding/planned-litter?sireId=${halfId}&damId=${bella}&today=${TODAY}`;
      const { coefficient, limit, isOverLimit } = (await callRest(team.viewer.as, "GET", pair)).body.data;
      return { coefficient, limit, isOverLimit };
    };
    expect(await plan()).toEqual({ coefficient: 0.125, limit: 0.0625, isOverLimit: true });
    expect(await mates()).toEqual([0.0625, ["Nephew", "Half"]]);
    expect((await put({ mating: { inbreedingLimitPercent: 3 } })).status).toBe(200);
    expect(await plan()).toEqual({ coefficient: 0.125, limit: 0.03, isOverLimit: true });
    expect((await put({ mating: { inbreedingLimitPercent: 12.5 } })).status).toBe(200);
    // A coefficient equal to the limit does not exceed it.
    expect(await plan()).toEqual({ coefficient: 0.125, limit: 0.125, isOverLimit: false });
    expect((await mates())[0]).toBe(0.125);
    expect((await get()).mating).toEqual({ inbreedingLimitPercent: 12.5 });
    await put({ mating: { inbreedingLimitPercent: null } });
    expect((await get()).mating).toEqual({ inbreedingLimitPercent: 6.25 });
  });

  it("refuse an impossible limit at its field, and a viewer's change", async () => {
    for (const inbreedingLimitPercent of [101, -1, 6.255, "6"]) {
      const { status, body } = await put({ mating: { inbreedingLimitPercent } });
      expect([status, Object.keys(body.errors)]).toEqual([400, ["mating.inbreedingLimitPercent"]]);
    }
    const { viewer } = team;
    expect((await put({ mating: { inbreedingLimitPercent: 3 } }, "", viewer)).status).toBe(403);
  });

  it("record the limit in the history and can reset it to the default", async () => {
    await put({ mating: { inbreedingLimitPercent: 3 } });
    const since = { kennelId: team.kennelId, since: 0 };
    expect(await team.owner.as.query(api.kennels.kennelSettings.editsSince, since)).toMatchObject([
      { fields: ["inbreedingLimitPercent"] },
    ]);
    await callRest(team.owner.as, "POST", path("/reset"));
    expect((await get()).mating).toEqual({ inbreedingLimitPercent: 6.25 });
  });

  it("are deleted with their kennel", async () => {
    await put({ business: { taxId: "1" } });
    vi.useFakeTimers();
    await deleteKennel(team);
    vi.useRealTimers();
    const read = team.owner.as.query(api.kennels.kennelSettings.get, { kennelId: team.kennelId });
    expect((await failureOf(read)).code).toBe("NOT_FOUND");
  });
});

describe("branding", () => {
  it("[GAP-SET-14] refuses an invalid color, an unreadable color, and a footer of more than one line", async () => {
    const wrong = { primaryColor: "#f5e663", accentColor: "green", footerText: "x".repeat(121) };
    expect(await put(wrong, "/branding")).toMatchObject({
      status: 400,
      body: {
        errors: {
          primaryColor: "Choose a darker primary color: text in this color would be unreadable on paper",
          accentColor: "Accent color must be a color such as #1f6f3a",
          footerText: "Footer text must be at most 120 characters",
        },
      },
    });
  });

  it("[GAP-SET-14] prints a preview page before it is saved", async () => {
    const { status, bytes } = await preview({ primaryColor: "#123456", footerText: "Member of the Club" });
    expect(status).toBe(201);
    const { pages, texts } = await readPdf(bytes);
    const printed = texts.map(({ text }) => text).join(" ");
    expect(pages).toHaveLength(1);
    expect(printed).toContain("Pedigree Certificate");
    expect(printed).toContain("Member of the Club");
    expect((await get()).branding).toEqual(DEFAULT_BRANDING);
    expect((await preview({ primaryColor: "red" })).status).toBe(400);
  });

  it("[GAP-SET-14] is printed on certificates and health histories", async () => {
    await put({ footerText: "Oak Hill since 1987" }, "/branding");
    const dog = await addDog(team.owner, team.kennelId);
    const asked = { dogId: dog._id, today: TODAY };
    const papers = [
      await team.owner.as.action(api.pedigree.actions.pedigreeCertificate.make, asked),
      await team.owner.as.action(api.health.actions.healthPapers.history, asked),
    ];
    for (const { content } of papers) {
      const { texts } = await readPdf(new Uint8Array(content));
      expect(texts.map(({ text }) => text).join(" ")).toContain("Oak Hill since 1987");
    }
  });
});

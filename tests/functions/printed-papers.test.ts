/** Tests the PDF documents of breedings. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";
import { recordDose } from "../support/vaccines";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
let puppyId: string;
beforeEach(async () => {
  team = await startTeam();
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breedingId = await recordBreeding(team, { damId: dam._id, status: "whelped" });
  const litterId = await recordLitter(team, breedingId);
  const puppy = await team.owner.as.mutation(api.litters.puppies.create, {
    litterId,
    name: "Juniper",
    gender: "female",
    birthWeightGrams: 310,
  });
  puppyId = puppy._id;
  for (const [day, grams] of [
    [1, 330],
    [2, 365],
  ] as const) {
    await team.owner.as.mutation(api.litters.puppyWeights.add, {
      puppyId,
      grams,
      weighedAt: Date.UTC(2025, 2, 5 + day, 12),
      entryKey: `weighing-${day}`,
    });
  }
  await team.owner.as.mutation(api.litters.puppies.sell, {
    puppyId,
    buyerName: "Robin Hale",
    priceCents: 250_010,
    today: TODAY,
  });
});

const linesIn = async (content: ArrayBuffer): Promise<string> =>
  linesOf((await readPdf(content)).texts).join("\n");

describe("the record of a puppy", () => {
  const print = async (person: Team["viewer"]) =>
    await person.as.action(api.contracts.actions.printedPapers.puppyRecord, { puppyId, today: TODAY });

  it("contains the puppy, its parents, and weights with their gain, and marks what is not recorded", async () => {
    const { fileName, content } = await print(team.viewer);
    expect(fileName).toBe("Record of Juniper.pdf");
    const printed = await linesIn(content);
    for (const text of ["Juniper", "Beagle", "March 5, 2025", "310 g", "330 g", "365 g", "+35 g", "Bella"]) {
      expect(printed).toContain(text);
    }
    expect(printed).toMatch(/Microchip: not recorded/u);
    expect(printed).toContain("No health checks recorded");
  });

  it("lists the vaccinations, except for a user who may not read the dogs' health", async () => {
    expect(await linesIn((await print(team.viewer)).content)).toContain("No vaccinations recorded");
    await recordDose(team.owner, {
      puppyId,
      vaccineName: "DHPP",
      batchNumber: "DA-77",
      veterinarianName: "Dr. Lee",
      dateAdministered: "2025-04-16",
      nextDueDate: "2025-05-07",
    });
    const printed = await linesIn((await print(team.viewer)).content);
    for (const text of ["DHPP", "DA-77", "Dr. Lee", "April 16, 2025", "May 7, 2025"]) {
      expect(printed).toContain(text);
    }
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { health: "none" },
    });
    const withheld = await linesIn((await print(team.viewer)).content);
    expect(withheld).toContain("No health checks recorded");
    expect(withheld).not.toMatch(/Vaccinations|DHPP/u);
  });

  it("[GAP-API-06] is refused to strangers", async () => {
    expect((await failureOf(print(team.stranger))).code).toBe("NOT_FOUND");
  });
});

describe("a printed report", () => {
  const print = async (person: Team["viewer"], report: "statistics" | "sales" | "finances") =>
    await person.as.action(api.contracts.actions.printedPapers.report, {
      kennelId: team.kennelId,
      report,
      today: TODAY,
    });

  it.each([
    ["statistics", ["Breeding Statistics", "Bella"]],
    ["sales", ["Puppy Sales 2025", "Juniper", "Robin Hale", "2500.10"]],
    ["finances", ["Income and Costs 2025", "2500.10", "1500.50", "999.60"]],
  ] as const)("has the same content as the screen: %s", async (report, texts) => {
    const printed = await linesIn((await print(team.staff, report)).content);
    for (const text of texts) expect(printed).toContain(text);
  });

  it("[GAP-API-06] is refused to strangers", async () => {
    expect((await failureOf(print(team.stranger, "sales"))).code).toBe("NOT_FOUND");
  });
});

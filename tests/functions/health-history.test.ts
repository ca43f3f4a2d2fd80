/** Tests the printed health history of a dog. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { periodText } from "../../domain/pdf/health-history";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { PDF } from "../support/documents";
import { addAttachment, addHealthRecord, attachmentForm } from "../support/health";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  const dog = await addDog(team.owner, team.kennelId, {
    name: "Bella/Oak",
    microchipNumber: "900123456789012",
  });
  dogId = dog._id;
});

type Asked = Partial<(typeof api.health.actions.healthPapers.history)["_args"]>;
const print = async (asked: Asked = {}, who: "viewer" | "stranger" = "viewer") =>
  await team[who].as.action(api.health.actions.healthPapers.history, { dogId, today: TODAY, ...asked });
const textOf = async (asked: Asked = {}) =>
  linesOf((await readPdf(new Uint8Array((await print(asked)).content))).texts).join(" ");

describe("the health history", () => {
  it("contains every record in full with its files, the newest first, but without its cost", async () => {
    await addHealthRecord(team, { dogId, title: "First visit", dateRecorded: "2024-03-01" });
    const { _id } = await addHealthRecord(team, {
      dogId,
      title: "Limping",
      description: "Sore left hip. ".repeat(40),
      diagnosis: "Strain",
      treatment: "Rest",
      medications: "Carprofen",
      notes: "Better after a week",
      veterinarian: "Dr. Lee",
      vetClinic: "Oak Hill Clinic",
      followUpDate: "2025-07-10",
      costCents: 8550,
    });
    await addAttachment(team, _id, attachmentForm(PDF, "hip-xray.pdf"));
    const text = await textOf();
    for (const part of [
      "Bella/Oak",
      "900123456789012",
      "Health history · All records",
      "Limping",
      "Strain",
      "Rest",
      "Carprofen",
      "Better after a week",
      "Dr. Lee, Oak Hill Clinic",
      "July 10, 2025",
      "hip-xray.pdf",
      "printed on June 15, 2025",
    ]) {
      expect(text).toContain(part);
    }
    expect(text.split("Sore left hip.")).toHaveLength(41);
    expect(text.indexOf("Limping")).toBeLessThan(text.indexOf("First visit"));
    expect(text).not.toContain("85.50");
  });

  it("contains only the requested period, and a notice when nothing is recorded", async () => {
    await addHealthRecord(team, { dogId, title: "Old visit", dateRecorded: "2024-03-01" });
    await addHealthRecord(team, { dogId, title: "New visit", dateRecorded: "2025-03-01" });
    const lately = await textOf({ from: "2025-01-01" });
    expect([lately.includes("New visit"), lately.includes("Old visit")]).toEqual([true, false]);
    expect(lately).toContain("Since January 1, 2025");
    expect(await textOf({ from: "2025-04-01", to: "2025-05-01" })).toContain("No health records");
    expect((await failureOf(print({ from: "soon" }))).details.fields).toHaveProperty("from");
    expect((await failureOf(print({ from: "2025-02-01", to: "2025-01-01" }))).details.fields).toHaveProperty(
      "to",
    );
  });

  it("also contains vaccinations and tests of the period", async () => {
    const dose = { dogId, vaccineName: "Rabies", vaccineType: "Core", batchNumber: "B-17", today: TODAY };
    await team.staff.as.mutation(api.vaccinations.immunizations.create, {
      ...dose,
      dateAdministered: "2025-06-01",
    });
    await team.staff.as.mutation(api.vaccinations.immunizations.create, {
      ...dose,
      vaccineName: "Bordetella",
      dateAdministered: "2024-06-01",
    });
    const all = await textOf();
    for (const part of ["Rabies", "B-17", "June 1, 2028", "Bordetella", "No health tests"]) {
      expect(all).toContain(part);
    }
    expect(await textOf({ from: "2025-01-01" })).not.toContain("Bordetella");
  });

  it("contains the current medication of the period, with the doses given, and the weights", async () => {
    const { _id: courseId } = await team.staff.as.mutation(api.health.medications.start, {
      dogId,
      drug: "Amoxicillin",
      doseAmount: 250,
      doseUnit: "mg",
      schedule: { type: "times", everyDays: 1, times: ["08:00", "20:00"] },
      startOn: "2025-06-10",
      endOn: "2025-06-20",
      reason: "Cough",
    });
    for (const [slot, dayOn] of ["2025-06-14", "2025-06-15"].entries()) {
      await team.staff.as.mutation(api.health.medications.giveOne, {
        dogId,
        courseId,
        dayOn,
        slot,
        givenAt: Date.parse(`${dayOn}T12:00:00Z`),
        entryKey: `history-dose-${slot}`,
        today: TODAY,
      });
    }
    await team.staff.as.mutation(api.health.dogWeights.add, {
      dogId,
      grams: 28_349,
      weighedOn: "2025-06-01",
      notes: "After the litter",
      entryKey: "history-weight-1",
      today: TODAY,
    });
    const all = await textOf();
    for (const part of [
      "Amoxicillin, 250 mg",
      "twice a day, 08:00, 20:00",
      "June 20, 2025",
      "Cough",
      "62.5 lbs (28.35 kg)",
      "After the litter",
    ]) {
      expect(all).toContain(part);
    }
    expect(all).toMatch(/20:00 2 Cough/u);
    const later = await textOf({ from: "2025-06-15" });
    expect(later).toMatch(/20:00 1 Cough/u);
    expect(later).not.toContain("After the litter");
    expect(await textOf({ from: "2025-06-21" })).toContain("No medication");
  });

  it("has a file name with the dog's name, and is limited to its kennel", async () => {
    expect((await print()).fileName).toBe("Health history of Bella Oak.pdf");
    expect((await failureOf(print({}, "stranger"))).code).toBe("NOT_FOUND");
  });
});

describe("periodText", () => {
  it("names open and closed periods", () => {
    expect(periodText(null, null)).toBe("All records");
    expect(periodText(null, "2025-06-15")).toBe("Until June 15, 2025");
    expect(periodText("2025-01-01", "2025-06-15")).toBe("January 1, 2025 to June 15, 2025");
  });
});

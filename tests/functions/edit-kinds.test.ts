/** Tests that every kind of record with a form reports who changed which fields. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addHealthRecord } from "../support/health";
import { addLitter, addPuppy } from "../support/litters";
import { addReminder } from "../support/reminders";
import { addBooking, addVeterinarian, recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

interface Edit {
  readonly savedAt: number;
  readonly fields: string[];
  readonly name: string | null;
  readonly isSelf: boolean;
}

/** `told` are the fields that the history reports. */
interface Made {
  readonly since: number;
  readonly change: (who: Person, fields: object) => Promise<{ updatedAt: number }>;
  readonly told: (since: number) => Promise<Edit[] | null>;
}

interface Kind {
  readonly make: () => Promise<Made>;
  readonly changes: readonly (readonly [fields: object, told: readonly string[]])[];
}

const addBella = async () => await addDog(team.owner, team.kennelId);

const KINDS: Readonly<Record<string, Kind>> = {
  dogs: {
    make: async () => {
      const { _id: dogId, updatedAt: since } = await addBella();
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields }),
        told: async (after) => await team.owner.as.query(api.dogs.dogs.editsSince, { dogId, since: after }),
      };
    },
    changes: [
      [{ color: "Tan", breed: "BEAGLE", weight: 20 }, ["color", "weight"]],
      [
        { status: "sold", statusChangedOn: TODAY, currentOwnerName: "Jane", sireName: "Rex" },
        ["currentOwnerName", "sireName", "status", "statusChangedOn"],
      ],
    ],
  },
  breedings: {
    make: async () => {
      const { breedingId } = await addLitter(team);
      const { updatedAt: since } = await team.owner.as.query(api.breedings.breedings.get, { breedingId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.breedings.breedings.update, { breedingId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.breedings.breedings.editsSince, { breedingId, since: after }),
      };
    },
    changes: [
      [{ notes: "Calm", studFeeCents: 150_000 }, ["notes", "studFeeCents"]],
      [
        { breedingDate: "2025-01-02", breedingType: "frozen_semen" },
        ["breedingDate", "breedingType", "expectedDueDate"],
      ],
    ],
  },
  litters: {
    make: async () => {
      const { litterId } = await addLitter(team);
      const { updatedAt: since } = await team.owner.as.query(api.litters.litters.get, { litterId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.litters.litters.update, { litterId, today: TODAY, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.litters.litters.editsSince, { litterId, since: after }),
      };
    },
    changes: [
      [
        { numberBorn: 3, whelping: { notes: "Quiet", assistanceRequired: true } },
        ["numberBorn", "whelping.assistanceRequired", "whelping.notes"],
      ],
      [{ notes: "Mine" }, ["notes"]],
    ],
  },
  puppies: {
    make: async () => {
      const { litterId } = await addLitter(team);
      const { _id: puppyId, updatedAt: since } = await addPuppy(team, litterId);
      await addPuppy(team, litterId);
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.litters.puppies.update, { puppyId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.litters.puppies.editsSince, { puppyId, since: after }),
      };
    },
    changes: [
      [{ name: "Mocha", priceCents: 150_000 }, ["name", "priceCents"]],
      [{ order: 2, gender: "male" }, ["gender", "order"]],
    ],
  },
  heats: {
    make: async () => {
      const { _id: dogId } = await addBella();
      const { _id: heatId, updatedAt: since } = await team.owner.as.mutation(api.heats.heats.add, {
        dogId,
        startOn: "2025-05-01",
        today: TODAY,
      });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.heats.heats.update, { heatId, today: TODAY, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.heats.heats.editsSince, { heatId, since: after }),
      };
    },
    changes: [
      [{ signs: ["standing"], notes: "Calm" }, ["notes", "signs"]],
      [{ startOn: "2025-05-02", endOn: "2025-05-20" }, ["endOn", "startOn"]],
    ],
  },
  "health records": {
    make: async () => {
      const { _id: dogId } = await addBella();
      const { _id: recordId, updatedAt: since } = await addHealthRecord(team, { dogId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.health.healthRecords.update, { recordId, today: TODAY, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.health.healthRecords.editsSince, { recordId, since: after }),
      };
    },
    changes: [
      [{ title: "Check-up", costCents: 8550 }, ["costCents", "title"]],
      [{ followUpDate: "2025-07-01" }, ["followUpDate"]],
    ],
  },
  doses: {
    make: async () => {
      const { _id: dogId } = await addBella();
      const { _id: immunizationId, updatedAt: since } = await recordDose(team.staff, { dogId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.vaccinations.immunizations.update, {
            immunizationId,
            today: TODAY,
            ...fields,
          }),
        told: async (after) =>
          await team.owner.as.query(api.vaccinations.immunizations.editsSince, {
            immunizationId,
            since: after,
          }),
      };
    },
    changes: [
      [{ batchNumber: "A1", notes: "Calm" }, ["batchNumber", "notes"]],
      [{ nextDueDate: null }, ["nextDueDate"]],
    ],
  },
  bookings: {
    make: async () => {
      const { _id: dogId } = await addBella();
      const { _id: scheduledVaccinationId, updatedAt: since } = await addBooking(team, { dogId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.vaccinations.vaccinationSchedule.update, {
            scheduledVaccinationId,
            today: TODAY,
            ...fields,
          }),
        told: async (after) =>
          await team.owner.as.query(api.vaccinations.vaccinationSchedule.editsSince, {
            scheduledVaccinationId,
            since: after,
          }),
      };
    },
    changes: [
      [{ notes: "Bring the passport" }, ["notes"]],
      [{ scheduledDate: "2025-09-09", veterinarianName: "Dr. Lee" }, ["scheduledDate", "veterinarianName"]],
    ],
  },
  veterinarians: {
    make: async () => {
      const { _id: dogId } = await addBella();
      await addVeterinarian(team, { dogId, veterinarianName: "Dr. May" });
      const vet = await addVeterinarian(team, { dogId, veterinarianName: "Dr. Lee" });
      const { _id: veterinaryRecordId, updatedAt: since } = vet;
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.health.veterinaryRecords.update, { veterinaryRecordId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.health.veterinaryRecords.editsSince, {
            veterinaryRecordId,
            since: after,
          }),
      };
    },
    changes: [
      [{ notes: "closed on Fridays", clinicPhone: "555.123.4567" }, ["clinicPhone", "notes"]],
      [{ isPrimary: true }, ["isPrimary"]],
    ],
  },
  reminders: {
    make: async () => {
      const { _id: reminderId, updatedAt: since } = await addReminder(team);
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.reminders.reminders.update, { reminderId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.reminders.reminders.editsSince, { reminderId, since: after }),
      };
    },
    changes: [
      [{ title: "Bath", priority: "urgent" }, ["priority", "title"]],
      [
        { notifications: { sms: true, daysInAdvance: [3] } },
        ["notifications.daysInAdvance", "notifications.sms"],
      ],
    ],
  },
  kennels: {
    make: async () => {
      const { kennelId } = team;
      const { updatedAt: since } = await team.owner.as.query(api.kennels.kennels.get, { kennelId });
      return {
        since,
        change: async (who, fields) =>
          await who.as.mutation(api.kennels.kennels.update, { kennelId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.kennels.kennels.editsSince, { kennelId, since: after }),
      };
    },
    changes: [
      [{ name: "Oakwood", phone: "(555) 010-0199" }, ["name", "phone"]],
      [{ website: "https://oakwood.example" }, ["website"]],
    ],
  },
  "kennel settings": {
    make: async () => {
      const { kennelId } = team;
      return {
        since: 0,
        change: async (who, fields) =>
          await who.as.mutation(api.kennels.kennelSettings.update, { kennelId, ...fields }),
        told: async (after) =>
          await team.owner.as.query(api.kennels.kennelSettings.editsSince, { kennelId, since: after }),
      };
    },
    changes: [
      [{ business: { taxId: "TX-1" } }, ["taxId"]],
      [{ branding: { showLogo: false, footerText: "Thanks" } }, ["footerText", "showLogo"]],
    ],
  },
};

describe("[GAP-API-11] editsSince", () => {
  it.each(Object.entries(KINDS))("reports for %s who changed which fields", async (_, { make, changes }) => {
    const { since, change, told } = await make();
    const people: Person[] = [team.manager, team.owner];
    const names = ["manager", "Olga Owner"];
    const expected: Edit[] = [];
    for (const [place, [fields, named]] of changes.entries()) {
      const saved = await change(people[place] ?? team.owner, fields);
      expected.unshift({
        savedAt: saved.updatedAt,
        fields: [...named],
        name: names[place] ?? null,
        isSelf: place === 1,
      });
    }
    const sorted = (edits: readonly Edit[] | null) =>
      edits?.map((edit) => ({ ...edit, fields: [...edit.fields].sort() }));
    expect(sorted(await told(since))).toEqual(expected);
    expect(sorted(await told(expected[1]?.savedAt ?? 0))).toEqual(expected.slice(0, 1));
    expect(await told(expected[0]?.savedAt ?? 0)).toEqual([]);
  });

  it.each(Object.entries(KINDS))("reports for %s who undid a change", async (_, { make, changes }) => {
    const { kennelId, owner, manager, deployment } = team;
    const { change, told } = await make();
    for (const [fields, named] of changes) {
      const { updatedAt: since } = await change(manager, fields);
      const changeId = await deployment.run(async (ctx) => {
        const made = await ctx.db.query("changes").order("desc").take(20);
        return made.find(({ kind, savedAt }) => kind === "changed" && savedAt === since)?._id ?? "";
      });
      await owner.as.mutation(api.history.history.undo, { kennelId, changeId, today: TODAY });
      const [edit, ...others] = (await told(since)) ?? [];
      expect(others).toEqual([]);
      expect({ ...edit, fields: [...(edit?.fields ?? [])].sort() }).toMatchObject({
        ...{ fields: named, name: "Olga Owner", isSelf: true },
      });
    }
  });

  it("reports the changes of status steps that have no form", async () => {
    const { manager, owner } = team;
    const { _id: dogId, updatedAt: since } = await addBella();
    await manager.as.mutation(api.health.dogWeights.add, {
      ...{ dogId, grams: 20_000, weighedOn: TODAY, entryKey: "weight-key-1", today: TODAY },
    });
    expect(await owner.as.query(api.dogs.dogs.editsSince, { dogId, since })).toMatchObject([
      { fields: ["weight"], name: "manager" },
    ]);

    const { breedingId } = await addLitter(team);
    const planned = await owner.as.query(api.breedings.breedings.get, { breedingId });
    await manager.as.mutation(api.breedings.breedings.setStatus, {
      ...{ breedingId, status: "completed", today: TODAY },
    });
    expect(
      await owner.as.query(api.breedings.breedings.editsSince, { breedingId, since: planned.updatedAt }),
    ).toMatchObject([{ fields: ["status"], name: "manager" }]);

    const reminder = await addReminder(team);
    const reminderId = reminder._id;
    await manager.as.mutation(api.reminders.reminders.snooze, {
      ...{ reminderId, snoozeUntil: "2025-06-20", today: TODAY },
    });
    expect(
      await owner.as.query(api.reminders.reminders.editsSince, { reminderId, since: reminder.updatedAt }),
    ).toMatchObject([{ fields: ["snoozedUntil"], name: "manager" }]);

    await addVeterinarian(team, { dogId, veterinarianName: "Dr. May" });
    const vet = await addVeterinarian(team, { dogId, veterinarianName: "Dr. Lee" });
    const veterinaryRecordId = vet._id;
    await manager.as.mutation(api.health.veterinaryRecords.setPrimary, { veterinaryRecordId });
    expect(
      await owner.as.query(api.health.veterinaryRecords.editsSince, {
        ...{ veterinaryRecordId, since: vet.updatedAt },
      }),
    ).toMatchObject([{ fields: ["isPrimary"], name: "manager" }]);
  });
});

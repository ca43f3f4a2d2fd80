/** Writes records of breeding and health directly into the tables. */
import type { Id } from "../../convex/_generated/dataModel";
import type { Team } from "./backend";

interface BreedingFields {
  sireId?: Id<"dogs">;
  damId?: Id<"dogs">;
  breedingDate?: string;
  status?: "planned" | "bred" | "confirmed" | "whelped" | "completed" | "failed";
  actualDueDate?: string;
}

export const recordBreeding = async (team: Team, fields: BreedingFields): Promise<Id<"breedings">> =>
  await team.deployment.run(
    async (ctx) =>
      await ctx.db.insert("breedings", {
        kennelId: team.kennelId,
        breedingDate: "2025-01-01",
        breedingType: "natural",
        status: "planned",
        studFeeCents: 150_050,
        updatedAt: 1,
        ...fields,
      }),
  );

/** The litter has seven puppies. */
export const recordLitter = async (team: Team, breedingId: Id<"breedings">): Promise<Id<"litters">> =>
  await team.deployment.run(
    async (ctx) =>
      await ctx.db.insert("litters", {
        kennelId: team.kennelId,
        breedingId,
        whelpingDate: "2025-03-05",
        numberBorn: 7,
        numberAlive: 6,
        numberMales: 4,
        numberFemales: 2,
        whelping: { assistanceRequired: true },
        updatedAt: 1,
      }),
  );

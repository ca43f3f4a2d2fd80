/** Groups a kennel's veterinarian records: one entry for each person and clinic, with their dogs. */
import { foldText } from "@domain/text/text";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type VetGroup = { key: string; vet: Veterinarian; dogs: readonly Veterinarian[] };

/** The veterinarian with the most dogs is first. Address and phone are those of the newest record. */
export function groupVets(records: readonly Veterinarian[]): VetGroup[] {
  const groups = new Map<string, Veterinarian[]>();
  for (const record of records) {
    const key = `${foldText(record.veterinarianName)}\n${foldText(record.veterinaryClinic)}`;
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.entries()]
    .flatMap(([key, dogs]) => {
      const newest = dogs.toSorted((a, b) => b.updatedAt - a.updatedAt);
      const vet = newest.find(({ clinicPhone }) => clinicPhone !== null) ?? newest[0];
      return vet ? [{ key, vet, dogs }] : [];
    })
    .sort((a, b) => b.dogs.length - a.dogs.length);
}

export type Veterinarian = FunctionReturnType<typeof api.health.veterinaryRecords.list>["data"][number];

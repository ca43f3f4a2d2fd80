/** Tests the references that copies and backups rewrite. */
import type { GenericId, Validator, VAny } from "convex/values";
import { describe, expect, it } from "vitest";
import {
  listReferences,
  mapReferences,
  type TableName,
} from "../../convex/platform/model/changes/tableReferences";
import schema from "../../convex/schema";

const renamed = (id: string) => `new ${id}`;

describe("references between records", () => {
  it("are found in fields, and all other values remain unchanged", () => {
    const dose = { _id: "i1", _creationTime: 7, kennelId: "k1", dogId: "d1", vaccine: "d1", cost: 12 };
    expect(mapReferences("immunizations", dose, renamed)).toEqual({
      ...dose,
      kennelId: "new k1",
      dogId: "new d1",
    });
  });

  it("are found in objects within a record, with their table", () => {
    const reminder = { kennelId: "k1", title: "Worming", next: { id: "r2", updatedAt: 3 } };
    expect(listReferences("reminders", reminder)).toEqual([
      { id: "k1", table: "kennels" },
      { id: "r2", table: "reminders" },
    ]);
  });

  it("are found in lists and in union types", () => {
    const step = {
      kennelId: "k1",
      runId: "u1",
      index: 0,
      entries: [
        {
          kind: "add",
          order: 1,
          isExternal: false,
          values: { name: "Kira" },
          offspring: 0,
          sire: { dogId: "d1" },
          dam: { order: 4 },
        },
        { kind: "count", dogId: "d2", change: 1 },
      ],
    };
    expect(listReferences("importSteps", step).map(({ id }) => id)).toEqual(["k1", "u1", "d1", "d2"]);
  });

  it("are found where the schema has type string", () => {
    const activity = {
      kennelId: "k1",
      type: "dog_added",
      title: "Kira",
      description: "",
      timestamp: 1,
      record: { table: "dogs", id: "d1" },
    };
    expect(mapReferences("activities", activity, renamed).record).toEqual({ table: "dogs", id: "new d1" });
  });

  it("are found in the text that identifies the source of a reminder", () => {
    const source = (id: string) => `done;dog@x:${id}:rabies@2025-06-01`;
    const rename = (id: string) => (id === "d1" ? "d2" : id);
    const reminder = { kennelId: "k1", title: "Rabies", source: source("d1") };
    expect(mapReferences("reminders", reminder, rename)).toEqual({ ...reminder, source: source("d2") });
    expect(listReferences("reminders", reminder)).toContainEqual({ id: "d1", table: undefined });
    expect(mapReferences("dogs", { name: "a:d1" }, rename)).toEqual({ name: "a:d1" });
  });

  it("of files are distinguished from those of records", () => {
    const [file] = listReferences("healthAttachments", { storageId: "f1" });
    expect(file).toEqual({ id: "f1", table: "_storage" });
  });
});

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** Returns the places of unions that contain ids of several tables. */
function ambiguous(validator: AnyValidator, place: string): string[] {
  switch (validator.kind) {
    case "object":
      return Object.entries<AnyValidator>(validator.fields).flatMap(([name, field]) =>
        ambiguous(field, `${place}.${name}`),
      );
    case "array":
      return ambiguous(validator.element, place);
    case "union": {
      const ids = validator.members.filter((member: AnyValidator) => member.kind === "id");
      return ids.length > 1 ? [place] : validator.members.flatMap((m: AnyValidator) => ambiguous(m, place));
    }
    default:
      return [];
  }
}

it("no field of the schema may contain ids of several tables, which could not be distinguished", () => {
  const places = Object.entries(schema.tables).flatMap(([table, { validator }]) =>
    ambiguous(validator, table satisfies string as TableName),
  );
  expect(places).toEqual([]);
});

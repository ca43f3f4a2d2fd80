/** Plausible arguments for any function, made from its own validators. The ids come from a seeded kennel. */
import { TODAY } from "./backend";
import type { Ids } from "./audit-kennel";

/** As a registered function exports it. */
type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" }
  | { type: "literal"; value: unknown }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "record" }
  | { type: "object"; value: Record<string, { fieldType: ValidatorJson; optional: boolean }> }
  | { type: "union"; value: ValidatorJson[] };

/** By field name. Every other field gets the caller's mark. */
const TEXTS: Readonly<Record<string, string>> = {
  breed: "Beagle",
  category: "other",
  collarColor: "red",
  column: "breed",
  direction: "asc",
  documentType: "contract",
  email: "caller@example.com",
  endpoint: "https://push.example.com/caller",
  fileName: "paper.pdf",
  frequency: "weekly",
  gender: "female",
  kind: "income",
  layout: "table",
  role: "viewer",
  sort: "name",
  status: "planned",
  tab: "upcoming",
  tier: "professional",
  timeZone: "Europe/Berlin",
  vaccineName: "Rabies",
  vaccineType: "Core",
};

const isDay = (name: string): boolean => /(On|Date|Until|today|from|to)$/.test(name);

const textFor = (name: string): string => TEXTS[name] ?? (isDay(name) ? TODAY : "Caller");

const numberFor = (name: string): number => (/At$|since/.test(name) ? Date.now() : 1);

/** Returns the literal that the name suggests, otherwise the first member that is not null. */
const chosenFrom = (members: readonly ValidatorJson[], name: string): ValidatorJson =>
  members.find((member) => member.type === "literal" && member.value === TEXTS[name]) ??
  members.find(({ type }) => type !== "null") ?? { type: "null" };

/** `idFor` chooses the record that an argument names. */
export class ArgumentMaker {
  constructor(private readonly idFor: (argument: string) => string | undefined) {}

  /** Optional arguments are included only if they name a record. */
  argumentsOf(exported: string): Record<string, unknown> {
    const made = this.#value(JSON.parse(exported) as ValidatorJson, "");
    const args = typeof made === "object" && made !== null ? { ...made } : {};
    // A patient is either a dog or a puppy. Some calls refuse both together, so only the dog is used.
    if ("dogId" in args && "puppyId" in args) Reflect.deleteProperty(args, "puppyId");
    return args;
  }

  #value(validator: ValidatorJson, name: string): unknown {
    switch (validator.type) {
      case "null":
      case "any":
        return null;
      case "number":
        return numberFor(name);
      case "bigint":
        return 1n;
      case "boolean":
        // Reporting that one edits requires the right to write. Reporting presence does not.
        return name !== "isEditing";
      case "bytes":
        return new ArrayBuffer(1);
      case "string":
        return this.idFor(name) ?? textFor(name);
      case "id":
        return this.idFor(name) ?? this.idFor(validator.tableName) ?? "";
      case "literal":
        return validator.value;
      case "array":
        return [this.#value(validator.value, name.replace(/s$/, ""))];
      case "record":
        return {};
      case "object":
        return this.#object(validator.value);
      case "union":
        return this.#value(chosenFrom(validator.value, name), name);
      default:
        return validator satisfies never;
    }
  }

  #object(fields: Record<string, { fieldType: ValidatorJson; optional: boolean }>): Record<string, unknown> {
    const named = Object.entries(fields).filter(
      ([name, { optional }]) => !optional || this.idFor(name.replace(/s$/, "")) !== undefined,
    );
    return Object.fromEntries(named.map(([name, { fieldType }]) => [name, this.#value(fieldType, name)]));
  }
}

/** Chooses by the argument's name. The names in `subject` are taken from `own` if both sets have them. */
export const choosingFrom =
  (ids: Ids, own?: { ids: Ids; subject: readonly string[] }) =>
  (argument: string, functionName: string): string | undefined => {
    const chosen = own?.subject.includes(argument) ? own.ids : ids;
    const [module = ""] = functionName.split(":");
    return chosen[`${functionName}.${argument}`] ?? chosen[`${module}.${argument}`] ?? chosen[argument];
  };

/** Returns undefined if the argument names no record. */
export type Chooser = ReturnType<typeof choosingFrom>;

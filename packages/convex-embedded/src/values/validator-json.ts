/** The JSON form in which `convex/values` exports validators. */
import type { JsonValue } from "./json.js";

export interface FieldValidatorJson {
  readonly fieldType: ValidatorJson;
  readonly optional: boolean;
}

export interface ObjectValidatorJson {
  readonly type: "object";
  readonly value: { readonly [field: string]: FieldValidatorJson };
}

export type ValidatorJson =
  | { readonly type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | {
      readonly type: "function";
      readonly fnType?: "query" | "mutation" | "action";
      readonly args?: ValidatorJson;
      readonly returns?: ValidatorJson;
    }
  | { readonly type: "literal"; readonly value: JsonValue }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: FieldValidatorJson }
  | ObjectValidatorJson
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };

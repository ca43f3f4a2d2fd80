/** Reads the JSON schemas of the OpenAPI document: the name of a type, its fields, and a sample value. */

/** The reference page shows these parts of a schema. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Composed schemas are also merged. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref !== undefined) return resolve(schemas[refName(schema.$ref)] ?? {}, schemas);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((part) => resolve(part, schemas));
  return {
    ...schema,
    type: "object",
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<
      string,
      JsonSchema
    >, // Object.assign returns any.
    required: parts.flatMap((part) => part.required ?? []),
  };
}

const variantsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

/** The text contains no links: 'Dog[]', 'male | female', 'number or null'. */
export function typeName(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeName))].join(" or ");
  if (schema.allOf) return schema.allOf.map(typeName).join(" and ");
  if (schema.type === "array" || schema.items) return `${typeName(schema.items ?? {})}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return String(type);
}

export function limitsOf(schema: JsonSchema): string {
  const limits = [
    schema.maxLength === undefined ? "" : `at most ${schema.maxLength} characters`,
    schema.exclusiveMinimum === undefined ? "" : `above ${schema.exclusiveMinimum}`,
    schema.minimum === undefined ? "" : `from ${schema.minimum}`,
    schema.maximum === undefined ? "" : `up to ${schema.maximum}`,
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return limits.filter(Boolean).join(", ");
}

const firstType = (schema: JsonSchema): string | undefined =>
  typeof schema.type === "string" ? schema.type : schema.type?.[0];

/** The schema's own examples are preferred. */
export function sampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const example =
    schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (example !== undefined) return example;
  const whole = resolve(schema, schemas);
  if (whole.properties) {
    return Object.fromEntries(
      Object.entries(whole.properties).map(([name, property]) => [name, sampleOf(property, schemas)]),
    );
  }
  if (whole !== schema) return sampleOf(whole, schemas);
  if (schema.items) return [sampleOf(schema.items, schemas)];
  const [variant] = variantsOf(schema);
  if (variant) return sampleOf(variant, schemas);
  const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
  if (isNullable) return null;
  return (
    { string: "text", number: 1, integer: 1, boolean: true, object: {} }[firstType(schema) ?? "string"] ??
    null
  );
}

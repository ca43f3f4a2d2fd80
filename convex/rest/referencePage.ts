/** Renders the API reference page from the OpenAPI document: plain HTML without scripts and external resources. */
import type { RestApp } from "../platform/rest/calls";
import { REFERENCE_STYLE } from "./referenceStyle";
import {
  limitsOf,
  refName,
  resolve,
  sampleOf,
  typeName,
  type JsonSchema,
  type Schemas,
} from "../platform/rest/schemaText";

export type ApiDocument = ReturnType<RestApp["getOpenAPI31Document"]>;

/** The generator's own type allows more than our document contains. */
interface ShownDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Schemas };
}

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly "x-permission"?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Content }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

const pretty = (value: unknown): string => escape(JSON.stringify(value, null, 2));

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const callsOf = (document: ShownDocument): Call[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ id: slug(`${method} ${path}`), method, path, operation }] : [];
    }),
  );

const badge = (method: string): string => `<span class="method ${method}">${method.toUpperCase()}</span>`;

function renderType(schema: JsonSchema): string {
  const ref = schema.$ref ?? schema.items?.$ref;
  const name = escape(typeName(schema));
  return ref === undefined
    ? `<code>${name}</code>`
    : `<a href="#schema-${slug(refName(ref))}"><code>${name}</code></a>`;
}

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  readonly note?: string;
}

function renderRow({ name, isRequired, schema, note }: Row): string {
  const notes = [note ?? schema.description ?? "", limitsOf(schema)].filter(Boolean).join("; ");
  const mark = isRequired ? ' <span class="needed">required</span>' : "";
  return `<tr><td><code>${escape(name)}</code>${mark}</td><td>${renderType(schema)}</td><td>${escape(notes)}</td></tr>`;
}

const renderTable = (label: string, rows: readonly Row[]): string =>
  rows.length === 0
    ? ""
    : `<h4>${escape(label)}</h4><div class="table"><table><thead><tr><th>Name</th><th>Type</th><th>Notes</th></tr></thead>
<tbody>${rows.map(renderRow).join("")}</tbody></table></div>`;

const fieldRows = (schema: JsonSchema, schemas: Schemas): Row[] => {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    schema: property,
  }));
};

const parameterRows = (operation: Operation, place: string): Row[] =>
  (operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, schema, description }) => ({
      name,
      isRequired: required === true,
      schema: schema ?? {},
      note: description,
    }));

const jsonOf = (content: Content | undefined) => content?.["application/json"];

function renderCommand({ method, path, operation }: Call): string {
  const body = jsonOf(operation.requestBody?.content)?.example;
  const lines = [
    `curl -X ${method.toUpperCase()} "$STUDBOOK_URL${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);
  return `<details><summary>Example request</summary><pre>${escape(lines.join(" \\\n  "))}</pre></details>`;
}

function renderAnswers({ operation }: Call, schemas: Schemas): string {
  const answers = Object.entries(operation.responses ?? {});
  const rows = answers.map(([status, { description = "" }]) => {
    return `<tr><td><code>${status}</code></td><td>${escape(description)}</td></tr>`;
  });
  const success = answers.find(([status]) => status.startsWith("2"));
  const schema = jsonOf(success?.[1].content)?.schema;
  const sample = schema
    ? `<details><summary>Example response</summary><pre>${pretty(sampleOf(schema, schemas))}</pre></details>`
    : "";
  return `<h4>Responses</h4><div class="table"><table><tbody>${rows.join("")}</tbody></table></div>${sample}`;
}

function renderCall(call: Call, schemas: Schemas): string {
  const { id, method, path, operation } = call;
  const body = jsonOf(operation.requestBody?.content)?.schema;
  return `<article id="${id}">
<h3>${escape(operation.summary ?? path)}</h3>
<p class="call">${badge(method)}<code>${escape(path)}</code></p>
<p class="right">Permission: <code>${escape(operation["x-permission"] ?? "none")}</code></p>
${renderTable("Path", parameterRows(operation, "path"))}
${renderTable("Query", parameterRows(operation, "query"))}
${body ? renderTable("Body", fieldRows(body, schemas)) : ""}
${renderAnswers(call, schemas)}
${renderCommand(call)}
</article>`;
}

const renderSchema = ([name, schema]: [string, JsonSchema], schemas: Schemas): string =>
  `<article id="schema-${slug(name)}"><h3>${escape(name)}</h3>${renderTable("Fields", fieldRows(schema, schemas))}</article>`;

/** The groups have the order of the calls. */
function groupByTag(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const tag = call.operation.tags?.[0] ?? "Other";
    groups.set(tag, [...(groups.get(tag) ?? []), call]);
  }
  return groups;
}

const renderNavigation = (groups: Map<string, Call[]>): string =>
  [...groups]
    .map(([tag, calls]) => {
      const items = calls.map(
        ({ id, method, path }) =>
          `<li><a href="#${id}">${badge(method)}<code>${escape(path)}</code></a></li>`,
      );
      return `<p>${escape(tag)}</p><ul>${items.join("")}</ul>`;
    })
    .join("");

export function renderReference(document: ApiDocument): string {
  // Our own contracts generate the document, so the page can show everything in it.
  const { info, components, ...shown } = document as unknown as ShownDocument;
  const schemas = components?.schemas ?? {};
  const groups = groupByTag(callsOf({ info, ...shown }));
  const sections = [...groups].map(
    ([tag, calls]) => `<h2>${escape(tag)}</h2>${calls.map((call) => renderCall(call, schemas)).join("")}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)}</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<div class="page">
<nav aria-label="Calls"><a href="#top"><strong>${escape(info.title)}</strong></a>${renderNavigation(groups)}</nav>
<main id="top">
<h1>${escape(info.title)}</h1>
<p class="lead">${escape(info.description ?? "")}</p>
<p><a href="openapi.json">OpenAPI 3.1 document</a></p>
${sections.join("\n")}
<h2>Entities</h2>
${Object.entries(schemas)
  .map((entry) => renderSchema(entry, schemas))
  .join("\n")}
</main>
</div>
</body>
</html>`;
}

/**
 * Creates the text of `docs/permissions.md`: the rights of each role, and the requirements of every public function
 * and every REST call. They are read from the permission table, the builders' declarations and the contracts, which
 * make the decisions.
 */
import { isOfLink, requirementOf, type Requirement } from "../convex/platform/model/people/requirements";
import { endpoints } from "../convex/endpoints";
import { AREAS, ROLE_PERMISSIONS, ROLES, type Role } from "../domain/permissions/rules";
import { grantsAll } from "../domain/permissions/permissions";

interface Registered {
  readonly isQuery?: true;
  readonly isMutation?: true;
}

const isPublic = (value: unknown): value is Registered =>
  typeof value === "function" && "isPublic" in value && "exportArgs" in value;

const rowOf = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const tableOf = (heads: readonly string[], rows: readonly string[]): string =>
  [rowOf(...heads), rowOf(...heads.map(() => "---")), ...rows].join("\n");

function isGranted(demand: Requirement, role: Role): boolean {
  if (demand === "owner") return role === "owner";
  if (isOfLink(demand)) return false;
  if (!demand.includes(":")) return true;
  return grantsAll(ROLE_PERMISSIONS[role], demand);
}

const grants = (demand: Requirement): string[] => ROLES.map((role) => (isGranted(demand, role) ? "yes" : ""));

const kindOf = ({ isQuery, isMutation }: Registered): string =>
  isQuery ? "query" : isMutation ? "mutation" : "action";

function functionRows(path: string, module: object): string[] {
  return Object.entries(module)
    .filter((entry): entry is [string, Registered] => isPublic(entry[1]))
    .map(([name, registered]) => {
      const declaration = requirementOf(registered);
      if (!declaration)
        throw new Error(`${path}:${name} was made without a builder of convex/platform/functions.ts`);
      const { demand, subject } = declaration;
      return rowOf(
        `\`${path}:${name}\``,
        kindOf(registered),
        subject.join(" or "),
        demand,
        ...grants(demand),
      );
    });
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The keys of `modules` are paths. */
export function permissionPage(modules: Readonly<Record<string, object>>): string {
  const paths = Object.keys(modules).sort(compare);
  const calls = endpoints
    .map(({ contract: { method, path, "x-permission": demand } }) => ({ method, path, demand }))
    .sort((one, other) => compare(`${one.path} ${one.method}`, `${other.path} ${other.method}`));
  return `# Permissions

\`npm run codegen\` generates this page from the code that decides. Do not edit it. A record of another kennel looks like
a record that does not exist. The role decides a person's rights. A kennel can change a person's rights for single areas,
except for an owner. \`tests/functions/permission-audit.test.ts\` and \`tests/rest/contracts.test.ts\` call every function
and every REST call with each role, as the owner of another kennel and without an account, and compare the results with
these tables.

## Roles

${tableOf(
  ["area", ...ROLES],
  AREAS.map((area) => rowOf(area, ...ROLES.map((role) => ROLE_PERMISSIONS[role][area]))),
)}

## Functions

A function demands one of these:

- \`area:level\`: a right in the kennel. With \`&\`, both rights.
- \`owner\`: the person is an owner of the kennel.
- \`member\`: the person belongs to the kennel. An API key is refused.
- \`kennel\`: the person or the API key belongs to the kennel. The result depends on their rights.
- \`signed in\`: an account. The function concerns only the caller's own data.
- \`anybody\`: nothing.
- \`link:kind\`: the session of a link of that kind, without an account. The function concerns only the subject of the link.

${tableOf(
  ["function", "kind", "about", "demands", ...ROLES],
  paths.flatMap((path) => functionRows(path, modules[path] ?? {})),
)}

## REST calls

${tableOf(
  ["call", "demands", ...ROLES],
  calls.map(({ method, path, demand }) =>
    rowOf(`\`${method.toUpperCase()} /api${path}\``, demand, ...grants(demand)),
  ),
)}
`;
}

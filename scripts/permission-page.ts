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

Written by \`npm run codegen\` from the code that decides; do not edit. The kennel is the tenant: a record of another
kennel answers like one that does not exist, whatever is demanded. A person's rights are those of their role, changed
area by area where the kennel says so; an owner's cannot be narrowed. \`tests/functions/permission-audit.test.ts\` calls
every function, and \`tests/rest/contracts.test.ts\` every REST call, as nobody, as the owner of another kennel and as
people of each standing, and holds them to these tables.

## Roles

${tableOf(
  ["area", ...ROLES],
  AREAS.map((area) => rowOf(area, ...ROLES.map((role) => ROLE_PERMISSIONS[role][area]))),
)}

## Functions

What is demanded: \`area:level\` a right in the kennel, with \`&\` both of two, \`owner\` being one of its owners, \`member\` belonging to it in person, \`kennel\` in person or by an API key (what
is told or changed then depends on the rights and on whose it is), \`signed in\` an account (only what is the caller's
own is told or changed, and of kennels what their rights there grant), \`anybody\` nothing, \`link:kind\` the session of
a link of that kind and no account: it reads and changes only what that link is about.

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

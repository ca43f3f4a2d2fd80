/**
 * Audits permissions. It calls every public function as nobody, as the owner of another kennel, as each role, and
 * as people with fewer or more rights than their role. The arguments are made from each function's own validators.
 * The expected result comes from the permission table and from the permission that the function's builder requires,
 * never from a list kept here. Each call is rolled back, so that every call sees the same kennel.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isOfLink, type Requirement } from "../../convex/platform/model/people/requirements";
import {
  AREAS,
  ROLES,
  type Level,
  type PermissionOverrides,
  type Role,
} from "../../domain/permissions/rules";
import { effectivePermissions, grantsAll, readsEverything } from "../../domain/permissions/permissions";
import { choosingFrom } from "../support/audit-arguments";
import { AuditCaller, PUBLIC_FUNCTIONS, type Audited, type Outcome } from "../support/audit-calls";
import { seedAuditKennel, type Ids } from "../support/audit-kennel";
import { firstKennelOf, signIn, startTeam, type Person, type Team, addMember } from "../support/backend";

/** Marks texts that the audited kennel's people wrote. */
const MARK = "Canary";

const everyArea = (level: Level): PermissionOverrides =>
  Object.fromEntries(AREAS.map((area) => [area, level]));

interface Standing {
  readonly role: Role;
  readonly overrides: PermissionOverrides;
}

/** By name: each unchanged role, one person without any right, and one with all rights but the owner's. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  ...Object.fromEntries(ROLES.map((role) => [role, { role, overrides: {} }])),
  "manager without rights": { role: "manager", overrides: everyArea("none") },
  "viewer with all rights": { role: "viewer", overrides: everyArea("write") },
};

function isGranted(demand: Requirement, { role, overrides }: Standing): boolean {
  if (demand === "owner") return role === "owner";
  if (!demand.includes(":")) return true;
  return grantsAll(effectivePermissions(role, overrides), demand);
}

/**
 * A function may require more than its builder does. Some functions that every member may call depend on their
 * arguments, such as removing another member. A backup contains every area, so it requires the right to read all of
 * them.
 */
const asksForMore = (demand: Requirement | null, { role, overrides }: Standing): boolean =>
  demand === "member" ||
  demand === "kennel" ||
  (demand === "backups:read" && !readsEverything(effectivePermissions(role, overrides)));

let team: Team;
let people: Record<string, Person>;
let caller: AuditCaller;
let ids: Ids;
let strangersIds: Ids;

beforeAll(async () => {
  vi.useFakeTimers();
  team = await startTeam();
  const { deployment, kennelId, owner } = team;
  const join = async (name: string, { role, overrides: permissions }: Standing) => {
    const person = await signIn(deployment, `${name.replaceAll(" ", ".")}@example.com`);
    await addMember(owner, person, { kennelId, role, permissions });
    return person;
  };
  people = { owner, manager: team.manager, staff: team.staff, viewer: team.viewer };
  for (const [name, standing] of Object.entries(STANDINGS)) people[name] ??= await join(name, standing);
  ids = await seedAuditKennel(team, MARK);
  const { stranger } = team;
  const strangersKennel = await firstKennelOf(stranger);
  for (const role of ["manager", "staff", "viewer"] as const) {
    await addMember(stranger, team[role], { kennelId: strangersKennel, role });
  }
  // The stranger's own kennel has the same records, so that calls about it can receive the other kennel's ids.
  strangersIds = await seedAuditKennel({ ...team, owner: stranger, kennelId: strangersKennel }, "Stranger");
  caller = new AuditCaller(deployment, { kennelId, marks: [MARK] });
}, 60_000);

afterAll(() => {
  vi.useRealTimers();
});

/** Returns each unexpected result on one line. */
async function findingsOf(
  chosen: (audited: Audited) => boolean,
  look: (audited: Audited) => Promise<string | null>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const audited of PUBLIC_FUNCTIONS.filter(chosen)) {
    const finding = await look(audited);
    if (finding !== null) findings.push(`${audited.name} (${audited.demand}): ${finding}`);
  }
  return findings;
}

const isOfKennel = ({ demand }: Audited): boolean =>
  demand !== "anybody" && demand !== "signed in" && !isOfLink(demand);

/** Null unless the result contains hidden data, or a change. */
const leakOf = ({ leaks, changes }: Outcome): string | null =>
  [...leaks, ...changes].length === 0 ? null : [...leaks, ...changes].join("; ");

describe("the registry", () => {
  it("knows the required permission of every public function", () => {
    expect(PUBLIC_FUNCTIONS.length).toBeGreaterThan(250);
    expect(PUBLIC_FUNCTIONS.filter(({ demand }) => demand === null).map(({ name }) => name)).toEqual([]);
  });

  it("has a record for everything that a function can be about", () => {
    const missing = PUBLIC_FUNCTIONS.flatMap(({ subject }) => subject).filter((argument) => !ids[argument]);
    expect([...new Set(missing)]).toEqual([]);
  });

  it("names the permission of every action that has a record as argument", () => {
    const silent = PUBLIC_FUNCTIONS.filter(
      ({ kind, demand, args }) => kind === "action" && demand === "signed in" && /Id"/.test(args),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("a caller who is not signed in", () => {
  it("gets results only from the functions for everybody", async () => {
    const findings = await findingsOf(
      ({ demand }) => demand !== "anybody" && !isOfLink(demand),
      async (audited) => {
        const { outcome } = await caller.call(audited, null, choosingFrom(ids));
        return outcome === "UNAUTHENTICATED" ? null : outcome;
      },
    );
    expect(findings).toEqual([]);
  });

  it("reads and changes nothing of a kennel through the functions for everybody", async () => {
    const findings = await findingsOf(
      ({ demand }) => demand === "anybody",
      async (audited) => leakOf(await caller.call(audited, null, choosingFrom(ids))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the functions of links", () => {
  const isOfLinks = ({ demand }: Audited): boolean => isOfLink(demand);
  const withSession = (session: string) => (name: string, module: string) =>
    name === "session" ? session : choosingFrom(ids)(name, module);

  it("are recognized, and find nothing with an invalid session, for every caller", async () => {
    expect(PUBLIC_FUNCTIONS.filter(isOfLinks).length).toBeGreaterThan(5);
    for (const forged of ["", "0".repeat(64), String(ids["session"]).slice(1), String(ids["linkId"])]) {
      for (const person of [null, team.owner, team.stranger]) {
        const findings = await findingsOf(isOfLinks, async (audited) => {
          const { outcome } = await caller.call(audited, person, withSession(forged));
          return outcome === "NOT_FOUND" ? null : outcome;
        });
        expect(findings).toEqual([]);
      }
    }
  });

  it("reveal nothing of this kennel's records to a family of another one, and change nothing", async () => {
    const findings = await findingsOf(isOfLinks, async (audited) =>
      leakOf(await caller.call(audited, null, withSession(String(strangersIds["session"])))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the owner of another kennel", () => {
  it("finds only their own records, and changes no others", async () => {
    const findings = await findingsOf(isOfKennel, async (audited) => {
      const found = await caller.call(audited, team.stranger, choosingFrom(ids));
      if (found.outcome !== "NOT_FOUND" && found.outcome !== "nothing") return found.outcome;
      return leakOf(found);
    });
    expect(findings).toEqual([]);
  });

  it("reaches no foreign record through their own kennel, and cannot link one to it", async () => {
    const findings = await findingsOf(
      () => true,
      async (audited) => {
        const own = { ids: strangersIds, subject: audited.subject };
        return leakOf(await caller.call(audited, team.stranger, choosingFrom(ids, own)));
      },
    );
    expect(findings).toEqual([]);
  });
});

describe.each(Object.entries(STANDINGS))("a member of the kennel: %s", (name, standing) => {
  const person = (): Person => {
    const found = people[name];
    if (!found) throw new Error(`${name} was not seeded`);
    return found;
  };

  it("[GAP-AUTH-03] is refused exactly what the table does not grant", async () => {
    const findings = await findingsOf(isOfKennel, async (audited) => {
      const isAllowed = isGranted(audited.demand ?? "owner", standing);
      // An action cannot be rolled back, so people with the right do not call it.
      if (isAllowed && audited.kind === "action") return null;
      const { outcome } = await caller.call(audited, person(), choosingFrom(ids));
      if (!isAllowed) return outcome === "FORBIDDEN" ? null : `not refused: ${outcome}`;
      const isRefused =
        outcome === "UNAUTHENTICATED" || (outcome === "FORBIDDEN" && !asksForMore(audited.demand, standing));
      return isRefused ? outcome : null;
    });
    expect(findings).toEqual([]);
  });
});

describe("a member without any right in a kennel", () => {
  it("[GAP-AUTH-02] reads and changes none of its records through the functions for every member", async () => {
    const bare = people["manager without rights"];
    const findings = await findingsOf(
      ({ kind, demand }) => kind !== "action" && demand !== "anybody" && !demand?.includes(":"),
      async (audited) => leakOf(await caller.call(audited, bare ?? null, choosingFrom(ids))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the arguments", () => {
  it("are plausible: most functions return a result to the owner, and find the named records", async () => {
    const outcomes: Record<string, string[]> = {};
    for (const audited of PUBLIC_FUNCTIONS.filter(({ kind }) => kind !== "action")) {
      const { outcome } = await caller.call(audited, team.owner, choosingFrom(ids));
      (outcomes[outcome] ??= []).push(audited.name);
    }
    const { answered = [], nothing = [], NOT_FOUND: lost = [] } = outcomes;
    expect(answered.length + nothing.length).toBeGreaterThan(0.7 * PUBLIC_FUNCTIONS.length);
    expect(lost.length, lost.join(", ")).toBeLessThan(0.05 * PUBLIC_FUNCTIONS.length);
  });

  it("name an import in the state that each import function requires", async () => {
    const findings = await findingsOf(
      ({ name, kind }) => name.startsWith("imports/") && kind !== "action",
      async (audited) => {
        const { outcome } = await caller.call(audited, team.owner, choosingFrom(ids));
        return ["answered", "nothing"].includes(outcome) ? null : outcome;
      },
    );
    expect(findings).toEqual([]);
  });
});

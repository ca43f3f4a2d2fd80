/**
 * Tests signed-in callers on both engines. The runtime verifies tokens of an issuer. convex-test gets the identity
 * directly.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ISSUER, scenarioEngines, type Engine } from "./engines";

const ann = {
  subject: "ann",
  name: "Ann Breeder",
  email: "ann@example.com",
  nickname: "Annie",
  "https://example.com/role": "owner",
  level: 3,
  isVerified: true,
};
const identityOfAnn = { ...ann, issuer: ISSUER, tokenIdentifier: `${ISSUER}|ann` };

describe.each(Object.entries(scenarioEngines))("identity on %s", (_name, start) => {
  let nobody: Engine;
  let asAnn: Engine;
  beforeAll(async () => {
    nobody = await start();
    asAnn = await nobody.as(ann);
  });
  afterAll(async () => nobody?.close());

  const seenIn = (kind: string, engine: Engine): Promise<unknown> => {
    if (kind === "query") return engine.query("people:inQuery");
    if (kind === "mutation") return engine.mutation("people:inMutation");
    if (kind === "action") return engine.action("people:inAction");
    return engine.fetch("/who").then((response) => response.json());
  };
  const kinds = ["query", "mutation", "action", "HTTP action"];

  test.each(kinds)("a %s gets the claims of its caller, including the app's own claims", async (kind) => {
    expect(await seenIn(kind, asAnn)).toEqual(identityOfAnn);
  });

  test.each(kinds)("a %s gets null from a caller who is not signed in", async (kind) => {
    expect(await seenIn(kind, nobody)).toBeNull();
  });

  test("two users at the same time have separate identities", async () => {
    const asBob = await nobody.as({ subject: "bob" });
    const seen = await Promise.all([asAnn, asBob, nobody].map((engine) => seenIn("query", engine)));
    expect(seen).toEqual([
      identityOfAnn,
      { subject: "bob", issuer: ISSUER, tokenIdentifier: `${ISSUER}|bob` },
      null,
    ]);
  });

  test("all called functions have the same identity", async () => {
    expect(await asAnn.query("people:queryInQuery")).toBe("ann");
    expect(await asAnn.mutation("people:callsInMutation")).toEqual(["ann", "ann"]);
    expect(await asAnn.action("people:callsInAction")).toEqual(["ann", "ann", "ann", "ann"]);
    expect(await (await asAnn.fetch("/calls")).json()).toEqual(["ann", "ann", "ann", "ann"]);
  });

  test("scheduled functions have no identity", async () => {
    const ids = (await asAnn.mutation("people:schedule")) as string[];
    for (const id of ids) {
      await vi.waitFor(async () => expect(await nobody.query("tasks:jobState", { id })).toBe("success"), {
        timeout: 15_000,
      });
    }
    const notes = (await nobody.query("tasks:notes")) as string[];
    expect(notes).toEqual(["called by nobody", "called by nobody"]);
  });
});

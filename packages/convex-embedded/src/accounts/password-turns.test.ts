/** Tests the order in which passwords are checked. The test itself ends each work. */
import { describe, expect, it } from "vitest";
import { createFailedSignIns } from "./failed-sign-ins.js";
import { MAX_WAITING_PASSWORDS, PASSWORD_RETRY_SECONDS, TRIES_WINDOW_MS } from "./limits.js";
import { isBusy, PasswordTurns } from "./password-turns.js";
import { countGuess } from "./security/passwords.js";

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue that records the order of starts and the result of each work. */
function line(turns = new PasswordTurns({ atOnce: 1 })) {
  const begun: string[] = [];
  const refused: unknown[] = [];
  let endNext = (): void => undefined;
  const ask = (client: string, account: string | null, name = `${client} ${account}`, isKnown = false) => {
    turns
      .take({ client, account, isKnown }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => (endNext = resolve));
      })
      .catch((error: unknown) => refused.push(error));
  };
  const end = async (count: number) => {
    await aTurn();
    for (let at = 0; at < count; at += 1) {
      endNext();
      await aTurn();
    }
  };
  return { turns, begun, refused, ask, end };
}

describe("the queue of passwords", () => {
  it("processes one at a time, in the order of arrival", async () => {
    const { begun, ask, end } = line();
    for (const client of ["one", "two", "three"]) ask(client, null, client);
    await end(0);
    expect(begun).toEqual(["one"]);
    await end(2);
    expect(begun).toEqual(["one", "two", "three"]);
  });

  it("processes another client's password next, however many one client has sent for any number of accounts", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask("attacker", `account ${at}`, `guess ${at}`);
    ask("honest", "ann", "ann");
    await end(2);
    expect(begun).toContain("ann");
  });

  it("processes another account's password next, however many clients guess at one account", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask(`client ${at}`, "vera", `guess ${at}`);
    ask("honest", "ann", "ann");
    await end(2);
    expect(begun).toContain("ann");
  });

  it("processes a user's own password soon, even if a client with many waiting guesses has just guessed at that account", async () => {
    const { begun, refused, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask("attacker", `account ${at}`, `guess ${at}`);
    ask("attacker", "ann", "guess at ann");
    ask("honest", "ann", "ann");
    await end(3);
    expect(begun).toContain("ann");
    expect(refused).toEqual([]);
  });

  it("continues to alternate with a client that always has many waiting passwords", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < 20; at += 1) ask("attacker", null, "guess");
    for (let at = 0; at < 5; at += 1) ask("office", null, `sign-in ${at}`);
    await end(10);
    expect(begun.filter((name) => name.startsWith("sign-in"))).toHaveLength(5);
  });

  it("refuses only the client with the most waiting passwords when it is full", async () => {
    const { begun, refused, ask, end } = line();
    const sent = 1 + MAX_WAITING_PASSWORDS + 7;
    for (let at = 0; at < sent; at += 1) ask("attacker", null, `guess ${at}`);
    await end(0);
    expect(refused).toHaveLength(7);
    ask("honest", "ann", "ann");
    await end(1);
    expect(refused).toHaveLength(7);
    expect(refused.every(isBusy)).toBe(true);
    expect(refused[0]).toMatchObject({
      body: { code: "SERVER_BUSY" },
      headers: { "Retry-After": String(PASSWORD_RETRY_SECONDS) },
    });
    expect(begun).toContain("ann");
    await end(sent);
    expect(begun).toHaveLength(1 + MAX_WAITING_PASSWORDS + 1);
  });

  it("does not count a refused password as an attempt", async () => {
    const { turns, ask, end } = line(new PasswordTurns({ atOnce: 1, maxLine: 0 }));
    ask("somebody", null);
    const failures = createFailedSignIns();
    const ann = { address: "192.0.2.1", email: "ann@example.com" };
    for (let times = 0; times < 20; times += 1) {
      const guess = countGuess(failures, ann, () =>
        turns.take({ client: ann.address, account: ann.email, isKnown: false }, () => Promise.resolve()),
      );
      await expect(guess).rejects.toSatisfy(isBusy);
    }
    expect(failures.wait(ann.address, ann.email)).toBe(0);
    await end(1);
  });

  it("continues after failed work, and refuses all waiting passwords when it closes", async () => {
    const { turns, begun, refused, ask, end } = line();
    const failing = turns.take({ client: "one", account: null, isKnown: false }, () =>
      Promise.reject(new Error("broken")),
    );
    await expect(failing).rejects.toThrow("broken");
    for (const client of ["two", "three", "four"]) ask(client, null, client);
    await end(0);
    turns.close();
    await end(1);
    expect(begun).toEqual(["two"]);
    expect(refused).toHaveLength(2);
  });

  it("serves known clients first, while a thousand networks try", async () => {
    const { begun, refused, ask, end } = line();
    for (let at = 0; at < 1000; at += 1) ask(`198.${at >> 8}.${at & 255}.1`, "ann", `guess ${at}`);
    ask("203.0.113.9", "ann", "ann", true);
    await end(1);
    expect(begun.at(-1)).toBe("ann");
    expect(refused).toEqual([]);
  });

  it("serves a newcomer before the second guess of any network, and never refuses the newcomer", async () => {
    const { begun, refused, ask, end } = line();
    const guess = (at: number) =>
      ask(`198.${at >> 8}.${at & 255}.${begun.length % 250}`, null, `guess of ${at}`);
    for (let at = 0; at < 200; at += 1) guess(at);
    await end(100);
    // Each network tries again immediately after its turn, from another address.
    for (let at = 0; at < 100; at += 1) guess(at);
    await end(100);
    for (let at = 0; at < 200; at += 1) guess(at);
    ask("203.0.113.9", null, "newcomer");
    await end(1);
    expect(begun.at(-1)).toBe("newcomer");
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(begun.slice(0, 200)).size).toBe(200);
  });

  it("counts all addresses of a /24 and of a /48 as one network", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < 5; at += 1) ask(`198.51.100.${at}`, null, `guess 4.${at}`);
    for (let at = 0; at < 5; at += 1) ask(`2001:db8:1:${at}::1`, null, `guess 6.${at}`);
    ask("2001:db8:2::1", null, "newcomer");
    await end(3);
    expect(begun).toEqual(["guess 4.0", "guess 6.0", "newcomer", expect.any(String)]);
  });

  it("forgets the turns of a network after some time", async () => {
    const clock = { now: 0 };
    const { begun, ask, end } = line(new PasswordTurns({ atOnce: 1, now: () => clock.now }));
    ask("198.51.100.1", null, "mistyped");
    await end(1);
    clock.now = TRIES_WINDOW_MS;
    ask("running", null, "running");
    ask("198.51.100.1", null, "later");
    ask("203.0.113.1", null, "newcomer");
    await end(2);
    expect(begun.slice(-2)).toEqual(["later", "newcomer"]);
  });

  it("removes a disconnected client that had no turn", async () => {
    const { turns, begun, ask, end } = line();
    const gone = new AbortController();
    ask("running", null, "running");
    const asker = { client: "198.51.100.1", account: null, isKnown: false, whenGone: gone.signal };
    const left = expect(turns.take(asker, () => Promise.resolve())).rejects.toSatisfy(isBusy);
    gone.abort();
    await left;
    ask("203.0.113.1", null, "newcomer");
    ask("198.51.100.1", null, "back again");
    await end(2);
    expect(begun).toEqual(["running", "newcomer", "back again"]);
  });
});

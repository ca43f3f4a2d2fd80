/** Whose password comes next, with work that the test holds open. */
import { describe, expect, it } from "vitest";
import { createFailedSignIns } from "./failed-sign-ins.js";
import { MAX_WAITING_PASSWORDS, PASSWORD_RETRY_SECONDS, PASSWORDS_AT_ONCE } from "./limits.js";
import { isBusy, PasswordTurns } from "./password-turns.js";
import { countGuess } from "./security/passwords.js";

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A line whose work ends when the test says so; tells who began, in order, and how each ended. */
function line(turns = new PasswordTurns(PASSWORDS_AT_ONCE, MAX_WAITING_PASSWORDS)) {
  const begun: string[] = [];
  const refused: unknown[] = [];
  let endNext = (): void => undefined;
  const ask = (client: string, account: string | null, name = `${client} ${account}`) => {
    turns
      .take({ client, account }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => (endNext = resolve));
      })
      .catch((error: unknown) => refused.push(error));
  };
  /** Lets so many turns end, one after the other. */
  const end = async (count: number) => {
    await aTurn();
    for (let at = 0; at < count; at += 1) {
      endNext();
      await aTurn();
    }
  };
  return { turns, begun, refused, ask, end };
}

describe("the line of passwords", () => {
  it("has one in work at a time, and the others as they came", async () => {
    const { begun, ask, end } = line();
    for (const client of ["one", "two", "three"]) ask(client, null, client);
    await end(0);
    expect(begun).toEqual(["one"]);
    await end(2);
    expect(begun).toEqual(["one", "two", "three"]);
  });

  it("takes another client's password next, however many one client has sent for however many accounts", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask("attacker", `account ${at}`, `guess ${at}`);
    ask("honest", "ann", "ann");
    await end(2);
    expect(begun).toContain("ann");
  });

  it("takes another account's password next, however many clients guess at one account", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask(`client ${at}`, "vera", `guess ${at}`);
    ask("honest", "ann", "ann");
    await end(2);
    expect(begun).toContain("ann");
  });

  it("takes somebody's own password soon, when a client with a long line guesses at that account last", async () => {
    const { begun, refused, ask, end } = line();
    for (let at = 0; at < MAX_WAITING_PASSWORDS; at += 1) ask("attacker", `account ${at}`, `guess ${at}`);
    ask("attacker", "ann", "guess at ann");
    ask("honest", "ann", "ann");
    await end(3);
    expect(begun).toContain("ann");
    expect(refused).toHaveLength(1);
  });

  it("goes on taking turns with a client that always has many waiting", async () => {
    const { begun, ask, end } = line();
    for (let at = 0; at < 20; at += 1) ask("attacker", null, "guess");
    for (let at = 0; at < 5; at += 1) ask("office", null, `sign-in ${at}`);
    await end(10);
    expect(begun.filter((name) => name.startsWith("sign-in"))).toHaveLength(5);
  });

  it("is full for whoever has most in it, and has room for everybody else", async () => {
    const { begun, refused, ask, end } = line();
    const sent = PASSWORDS_AT_ONCE + MAX_WAITING_PASSWORDS + 7;
    for (let at = 0; at < sent; at += 1) ask("attacker", null, `guess ${at}`);
    await end(0);
    expect(refused).toHaveLength(7);
    ask("honest", "ann", "ann");
    await end(1);
    expect(refused).toHaveLength(8);
    expect(refused.every(isBusy)).toBe(true);
    expect(refused[0]).toMatchObject({
      body: { code: "SERVER_BUSY" },
      headers: { "Retry-After": String(PASSWORD_RETRY_SECONDS) },
    });
    expect(begun).toContain("ann");
    await end(sent);
    expect(begun).toHaveLength(PASSWORDS_AT_ONCE + MAX_WAITING_PASSWORDS);
  });

  it("counts as no try what found no place", async () => {
    const { turns, ask, end } = line(new PasswordTurns(1, 0));
    ask("somebody", null);
    const failures = createFailedSignIns();
    const ann = { address: "192.0.2.1", email: "ann@example.com" };
    for (let times = 0; times < 20; times += 1) {
      const guess = countGuess(failures, ann, () =>
        turns.take({ client: ann.address, account: ann.email }, () => Promise.resolve()),
      );
      await expect(guess).rejects.toSatisfy(isBusy);
    }
    expect(failures.wait(ann.address, ann.email)).toBe(0);
    await end(1);
  });

  it("goes on after work that failed, and sends whoever waits away when it closes", async () => {
    const { turns, begun, refused, ask, end } = line();
    const failing = turns.take({ client: "one", account: null }, () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    for (const client of ["two", "three", "four"]) ask(client, null, client);
    await end(0);
    turns.close();
    await end(1);
    expect(begun).toEqual(["two"]);
    expect(refused).toHaveLength(2);
  });
});

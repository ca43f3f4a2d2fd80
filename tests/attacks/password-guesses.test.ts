/** Tests parallel guesses of passwords, through the REST API and through functions, over real HTTP. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

let runtime: Runtime;
let ann: SignedIn;

beforeEach(async () => {
  // The server is behind a proxy on this machine, whose forwarding header contains the caller's address.
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    extraArguments: ["--origin", "https://studbook.example", "--trusted-proxies", "loopback"],
  });
  ann = await register(runtime.origin, person("Ann"), "https://studbook.example");
});
afterEach(() => runtime.stop());

const signIn = async (password: string, from: string) => {
  const { status } = await fetch(`${runtime.origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "https://studbook.example",
      "x-forwarded-for": from,
    },
    body: JSON.stringify({ email: ann.email, password }),
  });
  return status;
};

const byRest = async (currentPassword: string, from: string) => {
  const { status } = await fetch(`${runtime.origin}/api/settings/security`, {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${ann.token}`,
      "x-forwarded-for": from,
    },
    body: JSON.stringify({ currentPassword, newPassword: "another-box-8" }),
  });
  return status;
};

it("forty parallel guesses have no more attempts than ten successive guesses", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signIn(`wrong-guess-${index}`, "192.0.2.7")),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect(await signIn(ann.password, "192.0.2.7")).toBe(429);
  expect(await signIn(ann.password, "192.0.2.8")).toBe(200);
});

it("one address learns of ten existing accounts, and all others learn no more than before", async () => {
  const signUp = async (email: string, from: string) => {
    const { status } = await fetch(`${runtime.origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "https://studbook.example",
        "x-forwarded-for": from,
      },
      body: JSON.stringify({ email, password: ann.password, name: "Eve" }),
    });
    return status;
  };
  for (let times = 0; times < 10; times += 1) expect(await signUp(ann.email, "192.0.2.7")).toBe(422);
  expect(await signUp(ann.email, "192.0.2.7")).toBe(429);
  expect(await signUp(person("Bob").email, "192.0.2.7")).toBe(429);
  expect(await signUp(person("Bob").email, "192.0.2.8")).toBe(200);
  expect(await signIn(ann.password, "192.0.2.7")).toBe(200);
});

it("wrong passwords over REST count for the caller's address and for no other", async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await byRest(`wrong-guess-${guess}`, "192.0.2.7")).toBe(400);
  }
  expect(await byRest("one more guess", "192.0.2.7")).toBe(429);
  // Neither this server's own address nor another caller's has a failure.
  expect(await signIn(ann.password, "127.0.0.1")).toBe(200);
  expect(await signIn(ann.password, "192.0.2.7")).toBe(429);
  expect(await byRest(ann.password, "192.0.2.8")).toBe(200);
});

it("only the functions are trusted to name the caller for whom they check a password", async () => {
  const guess = async (from: string) => {
    const { status } = await fetch(`${runtime.origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "https://studbook.example",
        "x-service-key": "guessed",
        "x-asked-for": from,
      },
      body: JSON.stringify({ email: ann.email, password: "wrong-guess" }),
    });
    return status;
  };
  for (let times = 0; times < 10; times += 1) expect(await guess(`192.0.2.${times}`)).toBe(401);
  expect(await guess("192.0.2.99")).toBe(429);
});

it("one person's wrong guesses through a function do not prevent others from confirming their password", async () => {
  const eve = await register(runtime.origin, person("Eve"), "https://studbook.example");
  const confirm = (who: SignedIn, password: string) =>
    who.client
      .action(api.accounts.actions.localAccounts.requestDeletion, { password, confirmation: "DELETE" })
      .then(
        () => "done",
        (error: unknown) => String(error),
      );
  for (let times = 0; times < 60; times += 1) await confirm(eve, "wrong-guess");
  expect(await confirm(eve, eve.password)).toContain("RATE_LIMITED");
  expect(await confirm(ann, ann.password)).toBe("done");
});

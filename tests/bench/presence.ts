/**
 * All members of a kennel open Studbook at the same moment, as after a network failure. Measures the server's work
 * until everybody sees everybody. The windows behave like those of the web app.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import { joinKennel } from "../support/people";
import { MAX_PEOPLE_PER_KENNEL } from "../../domain/kennels/rules";
import { Stay } from "../../src/lib/stay";
import { startRuntime } from "../support/runtime";
import { makeIssuer } from "./issuer";

const WINDOWS_EACH = 2;

/**
 * Returns the processor time of the arrivals, how often a list was read again, and for each window when it saw
 * everybody.
 */
export async function measureArrivals(processorMsOf: (pid: number) => number) {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const names = Array.from({ length: MAX_PEOPLE_PER_KENNEL }, (_, number) => `person-${number}`);
  const tokens = await Promise.all(names.map((name) => tokenOf(name)));
  const signIn = async (token: string) => {
    const http = new ConvexHttpClient(runtime.origin, { logger: false });
    http.setAuth(token);
    await http.mutation(api.accounts.users.ensure, {});
    return http;
  };
  const [ownerToken = "", ...others] = tokens;
  const owner = await signIn(ownerToken);
  const kennel = await owner.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  for (const [number, token] of others.entries()) {
    const client = await signIn(token);
    const email = `${names[number + 1] ?? ""}@example.com`;
    await joinKennel({ client: owner }, { client, email }, { kennelId, role: "viewer" });
  }

  const windows = tokens.flatMap((token) =>
    Array.from({ length: WINDOWS_EACH }, () => {
      const client = new ConvexClient(runtime.origin, {
        webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket, // The client uses only the part of `ws` that has the same interface.
        unsavedChangesWarning: false,
        logger: false,
      });
      client.setAuth(() => Promise.resolve(token));
      return client;
    }),
  );
  // All windows are connected and signed in before, so that only the arrivals are measured.
  await Promise.all(windows.map((client) => client.query(api.kennels.kennels.list, {})));

  const rerunsOf = async () => {
    const answer = await fetch(`${runtime.origin}/_internal/metrics`);
    return ((await answer.json()) as { queriesRerun: number }).queriesRerun;
  };
  const rerunsBefore = await rerunsOf();
  const processorBefore = processorMsOf(runtime.pid);
  const start = performance.now();
  const stays: Stay[] = [];
  const everybodySeenMs = await Promise.all(
    windows.map(
      (client) =>
        new Promise<number>((resolve) => {
          const args = { kennelId, place: "kennel" } as const;
          const stay = new Stay({
            beat: (beat) =>
              client.mutation(api.kennels.presence.beatPlace, { ...args, isEditing: false, ...beat }),
            leave: () => undefined,
            leaveInPassing: () => undefined,
          });
          stays.push(stay);
          client.onUpdate(api.kennels.presence.people, { kennelId }, () => stay.begin());
          client.onUpdate(api.kennels.presence.atPlace, args, (people) => {
            if (people.length === MAX_PEOPLE_PER_KENNEL) resolve(performance.now() - start);
          });
        }),
    ),
  );
  const processorMs = processorMsOf(runtime.pid) - processorBefore;
  const listsRead = (await rerunsOf()) - rerunsBefore;
  for (const stay of stays) stay.endInPassing();
  await Promise.all(windows.map((client) => client.close()));
  await runtime.stop();
  return { processorMs, listsRead, everybodySeenMs };
}

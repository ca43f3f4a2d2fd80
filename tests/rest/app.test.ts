/** Tests the REST application around its calls. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "../../convex/platform/rest/zod";
import { endpoints } from "../../convex/endpoints";
import { createRestApp } from "../../convex/rest/app";
import { ERRORS } from "../../domain/errors";
import { pagePolicy } from "../../domain/text/page-policy";
import { startDeployment, startTeam } from "../support/backend";
import { callRest } from "../support/backend-rest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Described {
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
}

describe("the REST application", () => {
  it("returns JSON 404 for an unknown path under /api, signed in or out", async () => {
    const team = await startTeam();
    expect(await callRest(team.owner.as, "GET", "/no/such")).toMatchObject({
      status: 404,
      body: { message: "Not found." },
    });
    expect((await callRest(team.deployment, "POST", "/dogs/42/no")).status).toBe(404);
  });

  it("[GAP-API-10] matches a literal segment before an id in the same place", async () => {
    const { get, plain } = await import("../../convex/platform/rest/calls");
    const { inMountingOrder } = await import("../../convex/rest/app");
    const made = ["/dogs/{id}", "/dogs/{id}/ancestry", "/dogs/export"].map((path) =>
      get(path, {
        ...{ operationId: path, tags: [], permission: "signed in", summary: path },
        returns: plain(z.object({ path: z.string() }), path),
        run: () => ({ path }),
      }),
    );
    const app = new OpenAPIHono<{ Bindings: never }>();
    for (const { mount } of inMountingOrder(made)) mount(app as never);
    expect(await (await app.request("/dogs/export")).json()).toEqual({ path: "/dogs/export" });
    expect(await (await app.request("/dogs/42")).json()).toEqual({ path: "/dogs/{id}" });
  });
});

describe("origins of requests", () => {
  const preflight = async (origin: string) =>
    await callRest(startDeployment(), "OPTIONS", "/dogs", {
      headers: { Origin: origin, "Access-Control-Request-Method": "PUT" },
    });

  it("include only the configured ones", async () => {
    vi.stubEnv("STUDBOOK_CORS_ORIGINS", "https://club.example, https://kennel.example");
    const allowed = await preflight("https://kennel.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("Access-Control-Allow-Origin")).toBe("https://kennel.example");
    expect(allowed.headers.get("Access-Control-Allow-Methods")).toContain("PUT");
    expect((await preflight("https://evil.example")).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("include none without configuration", async () => {
    const answer = await preflight("https://kennel.example");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("of an allowed page also receive errors", async () => {
    vi.stubEnv("STUDBOOK_CORS_ORIGINS", "https://kennel.example");
    const headers = { Origin: "https://kennel.example" };
    const answer = await callRest(startDeployment(), "GET", "/dogs", { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://kennel.example");
  });
});

describe("failures of calls", () => {
  it.each([
    "Too many concurrent requests. Your backend is limited to 16 concurrent mutations.",
    'Documents read from or written to the "dogs" table changed while this mutation was being run and on every ' +
      "subsequent retry. Another call to this mutation changed the document.",
  ])("include a waiting time when too much is running at the same time: %s", async (message) => {
    const busy = {
      auth: { getUserIdentity: async () => ({}) },
      runMutation: () => Promise.reject(new Error(message)),
    };
    const response = await createRestApp().fetch(new Request("http://test/api/kennels"), busy);
    expect([response.status, response.headers.get("Retry-After"), await response.json()]).toEqual([
      ...[503, "1", { message: ERRORS.SERVER_BUSY.message }],
    ]);
  });

  it("hide the cause of an unexpected error behind a request id, and log it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = {
      auth: { getUserIdentity: async () => ({}) },
      runMutation: () => Promise.reject(new Error("secret")),
    };
    const response = await createRestApp().fetch(new Request("http://test/api/kennels"), broken);
    expect(response.status).toBe(500);
    const { message } = await response.json();
    expect(message).toMatch(/^Something went wrong on our side\. Request [0-9a-f-]{36}\.$/);
    const requestId = /Request (\S+)\./.exec(message)?.[1] ?? "none";
    expect(log.mock.calls[0]?.[0]).toContain(requestId);
    expect(log.mock.calls[0]?.[0]).toContain("secret");
  });

  it("include no error for a foreign token, which counts as no token", async () => {
    const foreign = { auth: { getUserIdentity: () => Promise.reject(new Error("bad token")) } };
    const response = await createRestApp().fetch(new Request("http://test/api/kennels"), foreign);
    expect(response.status).toBe(401);
  });
});

describe("a query parameter that occurs twice in an address", () => {
  it("is refused under its name with our message by every call that has it, except for lists", async () => {
    const team = await startTeam();
    const { body: api } = await callRest(team.deployment, "GET", "/openapi.json");
    const taken: string[] = [];
    let refused = 0;
    for (const [path, calls] of Object.entries<Record<string, Described>>(api.paths)) {
      for (const [method, { parameters = [] }] of Object.entries(calls)) {
        const required = parameters.filter((each) => each.in === "query" && each.required);
        for (const { name, in: place } of parameters) {
          if (place !== "query") continue;
          const asked = new URLSearchParams(required.map((each) => [each.name, "2026-01-01"]));
          asked.delete(name);
          for (const value of ["1", "2"]) asked.append(name, value);
          const address = `${path.replace("/api", "").replaceAll(/\{\w+\}/g, "none")}?${asked.toString()}`;
          const { status, body } = await callRest(team.owner.as, method, address);
          const call = `${method} ${path} ${name}`;
          if (body?.errors?.[name] !== "This parameter may be given only once")
            taken.push(`${call}: ${JSON.stringify(body)}`);
          else if (status === 400) refused += 1;
        }
      }
    }
    expect(taken).toEqual([
      expect.stringMatching(/recent-activity types\[\]: .*"Types must be health_record, /u),
      expect.stringMatching(/recent-activity dogIds\[\]: \{"data":\[\]\}/u),
    ]);
    expect(refused).toBeGreaterThan(100);
    const path = "/dogs/none/coefficient-of-inbreeding?generations=some";
    const { body } = await callRest(team.owner.as, "GET", path);
    expect(body.errors).toEqual({ generations: "Generations must be a whole number or all" });
  });
});

describe("the API reference", () => {
  it("serves the OpenAPI 3.1 document to everybody", async () => {
    const { status, body } = await callRest(startDeployment(), "GET", "/openapi.json");
    expect(status).toBe(200);
    expect(body.openapi).toBe("3.1.0");
    const paths = new Set(endpoints.map(({ contract }) => `/api${contract.path}`));
    expect(Object.keys(body.paths).sort()).toEqual([...paths].sort());
    expect(paths).toContain("/api/dogs/{id}/ancestry");
    expect(body.components.securitySchemes.bearer.scheme).toBe("bearer");
  });

  it("creates the document once, however often the document and the page are requested", async () => {
    const app = createRestApp();
    const made = vi.spyOn(app, "getOpenAPI31Document");
    const ask = async (path: string) => (await app.request(`http://test/api${path}`)).text();
    expect(await ask("/openapi.json")).toBe(await ask("/openapi.json"));
    expect(await ask("/docs")).toBe(await ask("/docs"));
    expect(made).toHaveBeenCalledTimes(1);
  });

  it("serves a page with every call that loads nothing from other hosts", async () => {
    const { status, body, headers } = await callRest(startDeployment(), "GET", "/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(body).toContain("/api/kennels/{id}/users/{userId}");
    expect(body).toContain("Invite a person by email; they join when they accept");
    expect(body).not.toMatch(/<(script|link|img|iframe)|@import|url\(| style=/);
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? "";
    expect(headers.get("content-security-policy")).toBe(await pagePolicy(style));
  });
});

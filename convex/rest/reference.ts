/**
 * Serves the documentation of the REST API: the OpenAPI 3.1 document and the reference page that is generated from
 * it.
 */
import { pagePolicy } from "../../domain/text/page-policy";
import type { RestApp } from "../platform/rest/calls";
import { renderReference, type ApiDocument } from "./referencePage";
import { REFERENCE_STYLE } from "./referenceStyle";

/** A cached response may be this old after an update of Studbook. */
const KEPT_SECONDS = 60;

const INTRODUCTION = [
  "Every call except public ones requires a bearer token from the sign-in provider, the same one the web app uses.",
  "A JSON answer is wrapped once as {data}; a page of a list is {data: {data, pagination}}; a delete returns {success} unwrapped.",
  "An error is {message, errors?}, where errors has a message per field.",
  "Calendar days are YYYY-MM-DD without a time; a record of another kennel is the same as a missing one.",
].join(" ");

export function describeApi(app: RestApp): ApiDocument {
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Studbook API", version: "1.0.0", description: INTRODUCTION },
  });
}

/** The value is created at the first call. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Caches may keep a response for some time. */
const forEverybody = ({ byteLength }: Uint8Array) => ({
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
  "Content-Length": String(byteLength),
});

/** Both the document and the page are public, and both are created only once. */
export function mountReference(app: RestApp): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
  });
  // The texts are cached as bytes, because encoding such a large text again for every reader would be slow.
  const encoder = new TextEncoder();
  const reference = once(() => {
    const document = describeApi(app);
    return {
      json: encoder.encode(JSON.stringify(document)),
      page: encoder.encode(renderReference(document)),
    };
  });
  app.get("/openapi.json", (c) =>
    c.body(reference().json, 200, {
      ...forEverybody(reference().json),
      "Content-Type": "application/json",
    }),
  );
  app.get("/docs", async (c) => {
    return c.body(reference().page, 200, {
      ...forEverybody(reference().page),
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Security-Policy": await pagePolicy(REFERENCE_STYLE),
    });
  });
}

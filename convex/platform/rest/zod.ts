/**
 * The zod of the contracts, extended for OpenAPI. Contracts import it from here, so that zod is extended before
 * they use it, even where a bundler splits the code differently.
 */
import { extendZodWithOpenApi, z as plain } from "@hono/zod-openapi";

extendZodWithOpenApi(plain);

export const z = plain;

/**
 * The zod that contracts use, extended for OpenAPI. Contracts import zod only from this file, so that the extension
 * runs before they use zod, even if a bundler splits the code differently.
 */
import { extendZodWithOpenApi, z as plain } from "@hono/zod-openapi";

extendZodWithOpenApi(plain);

export const z = plain;

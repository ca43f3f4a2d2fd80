/**
 * The zod of the contracts, extended for OpenAPI. Contracts import it from here: a value of this module exists only
 * after zod was extended, however the deployment's bundler splits the code.
 */
import { extendZodWithOpenApi, z as plain } from "@hono/zod-openapi";

extendZodWithOpenApi(plain);

export const z = plain;

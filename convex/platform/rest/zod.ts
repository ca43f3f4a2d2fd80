/**
 * The zod that contracts are written with, able to describe itself for OpenAPI. Contracts take it from here: a value
 * of this module is there only after zod was extended, however the deployment's bundler splits the code.
 */
import { extendZodWithOpenApi, z as plain } from "@hono/zod-openapi";

extendZodWithOpenApi(plain);

export const z = plain;

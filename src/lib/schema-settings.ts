/**
 * Sets the schema library not to generate code, before any schema is created. The pages' content security policy
 * forbids generated code, and the library's own check would be reported as a violation. The setting is on the
 * global object where the library looks for it, so that the first page need not load the library. This module is
 * imported for its effect.
 */

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};

/**
 * Tells the schema library, before any schema is made, not to generate code: the pages' content security policy
 * forbids it, and the library's own check would be reported as a violation. Set on the object that the library
 * looks for, so that the first page need not load the library for it. Imported for its effect.
 */

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};

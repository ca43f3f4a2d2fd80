/**
 * The bodies of the CLI's push requests, as the installed CLI sends them. Fields that are not needed are removed.
 */
import { z } from "zod";

const moduleSource = z.object({
  path: z.string(),
  source: z.string(),
  sourceMap: z.string().nullish(),
  environment: z.enum(["isolate", "node"]),
});

const moduleHash = z.object({
  path: z.string(),
  environment: z.enum(["isolate", "node"]),
  sha256: z.string(),
});

const definitionFields = {
  definition: moduleSource.nullable(),
  /** Definition paths of the components that this definition imports. */
  dependencies: z.array(z.string()),
  schema: moduleSource.nullable(),
  udfServerVersion: z.string(),
};

export const startPushRequest = z.object({
  dryRun: z.boolean(),
  /** The functions folder in the developer's project. */
  functions: z.string(),
  appDefinition: z.object({
    ...definitionFields,
    changedModules: z.array(moduleSource),
    unchangedModuleHashes: z.array(moduleHash),
  }),
  componentDefinitions: z.array(
    z.object({ ...definitionFields, definitionPath: z.string(), functions: z.array(moduleSource) }),
  ),
  nodeDependencies: z.array(z.object({ name: z.string(), version: z.string() })),
});

export const waitForSchemaRequest = z.object({
  schemaChange: z.object({ schemaIds: z.record(z.string(), z.string()) }),
});

export const finishPushRequest = z.object({
  dryRun: z.boolean(),
  startPush: waitForSchemaRequest,
});

export const environmentChangesRequest = z.object({
  changes: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});

export const inlineQueryRequest = z.object({
  bundle: z.object({ source: z.string() }),
  args: z.record(z.string(), z.unknown()).default({}),
  /** As in `components:list`. */
  componentId: z.string().nullish(),
  format: z.string().nullish(),
});

export type ModuleSource = z.infer<typeof moduleSource>;
export type StartPushRequest = z.infer<typeof startPushRequest>;

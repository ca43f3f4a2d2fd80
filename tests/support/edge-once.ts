/**
 * The edge runtime, set up once per worker: test files that share their modules must share the classes, too, that those
 * modules hold (`Blob`, `FormData`, streams); with new ones for each file, `instanceof` fails in code loaded before.
 */
import { builtinEnvironments, type Environment } from "vitest/runtime";

const edge = builtinEnvironments["edge-runtime"];
let isSetUp = false;

const environment: Environment = {
  name: "edge-once",
  viteEnvironment: "ssr",
  async setup(global, options) {
    if (!isSetUp) await edge.setup(global, options);
    isSetUp = true;
    return { teardown: () => undefined };
  },
};
export default environment;

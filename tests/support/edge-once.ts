/**
 * Sets up the edge runtime once per worker. Test files that share modules must also share the classes that those
 * modules use (`Blob`, `FormData`, streams). If each file had new classes, `instanceof` would fail in modules that
 * were loaded before.
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

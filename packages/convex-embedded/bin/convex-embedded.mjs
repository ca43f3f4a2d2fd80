#!/usr/bin/env node
// The command `convex-embedded`: the built runtime reads its arguments itself.
await import(new URL("../dist/main.js", import.meta.url).href);

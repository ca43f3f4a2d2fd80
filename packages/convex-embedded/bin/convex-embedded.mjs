#!/usr/bin/env node
// The command `convex-embedded`: the built runtime parses its own arguments.
await import(new URL("../dist/main.js", import.meta.url).href);

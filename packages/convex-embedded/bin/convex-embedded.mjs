#!/usr/bin/env node
// The command `convex-embedded`. The built runtime parses its arguments.
await import(new URL("../dist/main.js", import.meta.url).href);

#!/usr/bin/env node
// The command `convex-embedded-backup`: copies a data folder while it is in use, and puts a copy back.
await import(new URL("../dist/backup/main.js", import.meta.url).href);

#!/usr/bin/env node
// The command `convex-embedded-backup` copies a data folder while it is in use, and restores a copy.
await import(new URL("../dist/backup/main.js", import.meta.url).href);

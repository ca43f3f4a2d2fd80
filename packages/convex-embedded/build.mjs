/**
 * Bundles the runtime for plain Node into `dist/`. Dependencies remain in node_modules. With `--types` it also
 * writes the type declarations, which only users of the package need.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
// A build for publishing must contain nothing from earlier builds. A build beside running programs must not delete
// their files.
if (process.argv.includes("--types"))
  rmSync(new URL("dist", import.meta.url), { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: {
    index: "src/index.ts",
    main: "src/main.ts",
    "backup/main": "src/backup/main.ts",
    "functions/action-worker": "src/functions/action-worker.ts",
    "functions/prepare-apart": "src/functions/prepare-apart.ts",
    "http/reading-worker": "src/http/reading-worker.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
await stop();
if (process.argv.includes("--types")) {
  const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript7/package.json")));
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  process.exitCode = status ?? 1;
}

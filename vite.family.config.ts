/**
 * Builds the page of a family into `dist/web/f`, beside the web app. It is a separate page that loads neither the
 * app nor the sign-in, so that a phone shows it at once.
 */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { sourceAliases } from "./scripts/source-aliases.mjs";

/**
 * Writes the addresses of the backend into the page. If the backend is another server, the page contains its own
 * content security policy.
 */
function backendAddresses(live: string, site: string): Plugin {
  return {
    name: "backend-addresses",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => {
        const named = html.replace("__LIVE__", live).replace("__SITE__", site);
        if (live === "") return named;
        const policy = [
          ...["default-src 'self'", "script-src 'self' 'unsafe-inline'", "style-src 'self'"],
          `connect-src 'self' ${live} ${live.replace(/^http/, "ws")} ${site}`,
          ...[`img-src 'self' data: ${site}`, "object-src 'none'", "base-uri 'none'", "form-action 'self'"],
        ].join("; ");
        const attrs = { "http-equiv": "Content-Security-Policy", content: policy };
        return { html: named, tags: [{ tag: "meta", injectTo: "head-prepend", attrs }] };
      },
    },
  };
}

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, "VITE_");
  const live = (env["VITE_CONVEX_URL"] ?? "").replace(/\/$/, "");
  const site = env["VITE_CONVEX_SITE_URL"] || live.replace(/\.convex\.cloud$/, ".convex.site");
  return {
    plugins: [react(), tailwindcss(), backendAddresses(live, site)],
    resolve: { alias: sourceAliases },
    publicDir: false,
    build: {
      outDir: "dist/web",
      emptyOutDir: false,
      rolldownOptions: {
        input: { family: "f/index.html" },
        output: {
          entryFileNames: "assets/family-[hash].js",
          chunkFileNames: "assets/family-[name]-[hash].js",
          assetFileNames: "assets/family-[name]-[hash][extname]",
        },
      },
    },
  };
});

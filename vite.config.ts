/**
 * Builds the web app into `dist/web`, which the runtime serves beside the functions. A build with Clerk
 * brings its own content security policy, because Clerk's scripts come from Clerk.
 */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { sourceAliases } from "./scripts/source-aliases.mjs";
import { firstPaint } from "./scripts/first-paint-plugin.mjs";
import { packageStyles } from "./scripts/package-styles-plugin.mjs";
import { serviceWorker } from "./scripts/service-worker-plugin.mjs";

/** Clerk's host is inside its publishable key: `pk_<kind>_` and the host in base64 with a closing `$`. */
function clerkHost(publishableKey: string): string {
  const encoded = publishableKey.split("_")[2] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8").replace(/\$$/, "");
}

/** What a page needs that signs in with Clerk, by Clerk's documentation of content security policies. */
function clerkPolicy(publishableKey: string, convexUrl: string, siteUrl: string): Plugin {
  const host = `https://${clerkHost(publishableKey)}`;
  const convex = convexUrl === "" ? "" : `${convexUrl} ${convexUrl.replace(/^http/, "ws")}`;
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline' ${host} https://challenges.cloudflare.com`,
    `connect-src 'self' ${host} ${convex}`,
    `img-src 'self' data: blob: https://img.clerk.com ${convexUrl} ${siteUrl}`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "frame-src 'self' https://challenges.cloudflare.com",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ");
  const attrs = { "http-equiv": "Content-Security-Policy", content: policy };
  return {
    name: "clerk-content-security-policy",
    transformIndexHtml: () => [{ tag: "meta", injectTo: "head-prepend", attrs }],
  };
}

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, "VITE_");
  const clerkKey = env["VITE_CLERK_PUBLISHABLE_KEY"];
  const convexUrl = env["VITE_CONVEX_URL"] ?? "";
  const siteUrl = env["VITE_CONVEX_SITE_URL"] || convexUrl.replace(/\.convex\.cloud\/?$/, ".convex.site");
  return {
    plugins: [
      react(),
      tailwindcss(),
      packageStyles(),
      firstPaint(clerkKey ? "/clerk-identity.tsx" : "/local-identity.tsx", !clerkKey && convexUrl === ""),
      serviceWorker(clerkKey ? /local-identity-/ : /clerk-identity-/),
      ...(clerkKey ? [clerkPolicy(clerkKey, convexUrl, siteUrl)] : []),
    ],
    resolve: { alias: sourceAliases },
    // Workers load what they need when they need it, which only modules can.
    worker: { format: "es" },
    build: {
      outDir: "dist/web",
      emptyOutDir: true,
      // Decoders of photo formats, fetched when such a photo is added.
      chunkSizeWarningLimit: 2100,
      rolldownOptions: {
        input: { index: "index.html" },
        // Which the copies of small shared files demand: nothing imports from the entry.
        preserveEntrySignatures: false,
        output: {
          // What every page needs comes in two files, one of which stays the same from version to version, instead
          // of in twenty that wait for each other's connections.
          codeSplitting: {
            // A small file that some pages share is copied into each of them, and still runs once: it would be asked
            // for alone. Files with styles stay, as their styles would be copied along.
            experimentalInlineCommonChunks: { maxSize: 8000, exclude: /\.css(\?|$)/ },
            groups: [
              { name: "vendor", tags: ["$initial"], test: /node_modules/ },
              { name: "app", tags: ["$initial"], test: /(?<!\.html)$/ },
              // The user menu's button stands on every page, before anything that opens.
              { name: "avatar", test: /components\/ui\/avatar|radix-ui\/react-avatar/, priority: 2 },
              // Words and limits that forms stand on, too: a page that shows one of them does not take all forms along.
              {
                name: "constants",
                test: /\/domain\/(?:[a-z-]+\/rules|dogs\/(?:list-order|table-columns)|litters\/words)\.ts/,
                minShareCount: 3,
                priority: 1,
              },
              // What most pages share comes in one file for looking and one for filling in, not in one for each icon
              // and field: on a slow line the count of requests is felt more than their size.
              {
                name: "widgets",
                test: /node_modules\/(@radix-ui|radix-ui|@floating-ui|lucide-react|cmdk|aria-hidden|react-remove-scroll|react-style-singleton)|\/src\/(components\/(?!record-form)|entities\/(history\/record-history\.|dogs\/(dog-portrait|gender-icon)))/,
                minShareCount: 3,
              },
              {
                name: "forms",
                test: /node_modules\/(react-hook-form|@hookform|zod)|\/src\/components\/record-form|\/domain\/(?:[a-z]+\/schemas|records)/,
                minShareCount: 3,
              },
            ],
          },
        },
      },
    },
  };
});

/**
 * Builds the web app into `dist/web`, which the runtime serves together with the functions. A build with Clerk
 * contains its own content security policy, because Clerk's scripts come from Clerk's servers.
 */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { sourceAliases } from "./scripts/source-aliases.mjs";
import { firstPaint } from "./scripts/first-paint-plugin.mjs";
import { packageStyles } from "./scripts/package-styles-plugin.mjs";
import { serviceWorker } from "./scripts/service-worker-plugin.mjs";

/** Clerk's host is part of its publishable key: `pk_<kind>_`, then the host with a final `$` in base64. */
function clerkHost(publishableKey: string): string {
  const encoded = publishableKey.split("_")[2] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8").replace(/\$$/, "");
}

/** The content security policy of a page that signs in with Clerk, according to Clerk's documentation. */
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
    // Web workers load code on demand, which only ES modules can.
    worker: { format: "es" },
    build: {
      outDir: "dist/web",
      emptyOutDir: true,
      // Decoders of photo formats are this large, but they are loaded only when the user adds such a photo.
      chunkSizeWarningLimit: 2100,
      // The files of a screen are requested together. Parts that load later are less urgent, and a link for each of
      // their files would slow the page down.
      modulePreload: {
        resolveDependencies: (file, files, { hostType }) =>
          hostType === "html" || /-(?:page|screen|part|list)-[^/]*$/.test(file) ? files : [],
      },
      rolldownOptions: {
        input: {
          index: "index.html",
          first: "src/first.ts",
          // The dashboard's code is in the files that every page needs, because other pages share most of it. As an
          // entry of its own it runs only where it is shown.
          dashboard: "src/features/dashboard/dashboard-page.tsx",
        },
        // The copies of small shared files require this; no module imports from the entry.
        preserveEntrySignatures: false,
        output: {
          // The code that every page needs is in two files. One of them stays the same from version to version.
          // Otherwise this code would be in about twenty files that wait for each other's connections.
          codeSplitting: {
            // A small file that some pages share is copied into each of them and still runs once. A separate
            // request would take longer. Files with styles are not copied, because their styles would be copied
            // too.
            experimentalInlineCommonChunks: { maxSize: 8000, exclude: /\.css(\?|$)/ },
            groups: [
              { name: "vendor", tags: ["$initial"], test: /node_modules/ },
              { name: "app", tags: ["$initial"], test: /(?<!\.html)$/ },
              // The user menu's button is on every page, before any dialog opens.
              { name: "avatar", test: /components\/ui\/avatar|radix-ui\/react-avatar/, priority: 2 },
              // Texts and limits that forms need are in a separate file, so that a page that shows one of them does
              // not load all forms.
              {
                name: "constants",
                test: /\/domain\/(?:[a-z-]+\/rules|dogs\/(?:list-order|table-columns)|litters\/words)\.ts/,
                minShareCount: 3,
                priority: 1,
              },
              // Components that most pages share are in one file for display and one for forms, instead of one file
              // for each icon and field. On a slow connection the number of requests matters more than their size.
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

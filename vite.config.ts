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

/**
 * Clerk's host is inside its publishable key: `pk_<kind>_` and then the host in base64, with `$` at the end of the
 * decoded text.
 */
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
      // A screen's files are requested together. Parts that load later are less urgent, and a link for each of
      // their files would keep the page busy.
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
        // The copies of small shared files require this setting. Only main.tsx imports from an entry.
        preserveEntrySignatures: false,
        output: {
          // The code for every page is in two files, and one of them stays the same from version to version.
          // Otherwise the code would be in about twenty files that wait for each other's connections.
          codeSplitting: {
            // A small file that some pages share is copied into each of these pages and still runs once, because a
            // separate request would take longer. Files with styles are not copied, because their styles would also
            // be copied.
            experimentalInlineCommonChunks: { maxSize: 8000, exclude: /\.css(\?|$)/ },
            groups: [
              { name: "vendor", tags: ["$initial"], test: /node_modules/ },
              { name: "app", tags: ["$initial"], test: /(?<!\.html)$/ },
              // The user menu's button is on every page, even before a dialog opens.
              { name: "avatar", test: /components\/ui\/avatar|radix-ui\/react-avatar/, priority: 2 },
              // Texts and limits of forms are in a separate file. A page that shows one of them therefore does not
              // load all forms.
              {
                name: "constants",
                test: /\/domain\/(?:[a-z-]+\/rules|dogs\/(?:list-order|table-columns)|litters\/words)\.ts/,
                minShareCount: 3,
                priority: 1,
              },
              // Components that most pages share are in two files: one for showing data and one for forms. There is
              // no separate file for each icon and field. On a slow connection the number of requests matters more
              // than their size.
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

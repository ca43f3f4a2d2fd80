/**
 * Makes the built page show its first words before anything else is fetched: what they need stands in the page itself
 * (the runtime allows the scripts by their hash). Style, app and what signs people in follow together as soon as the
 * words are painted, so that a slow connection serves one thing after the other; the app starts when its style is there.
 * The code of the addressed page comes with them: it would be asked for only when the app has started otherwise.
 */
import { readFileSync } from "node:fs";

/** The pages that are not in the app's own file: what their addresses look like, and where their code is. */
const PAGES = [
  ["/dashboard/dogs/pedigree-database", "/dogs/ancestry/pedigree-database-page.tsx"],
  ["/dashboard/dogs/imports/", "/dogs/imports/import-page.tsx"],
  ["/dashboard/dogs/imports", "/dogs/imports/imports-page.tsx"],
  ["/dashboard/dogs", "/dogs/list/dogs-page.tsx"],
  ["/dashboard/breeding", "/breeding/breeding-page.tsx"],
  ["/dashboard/litters/[^/]+/weigh", "/litters/weighing-page.tsx"],
  ["/dashboard/litters/", "/litters/litter-page.tsx"],
  ["/dashboard/health", "/health/health-screen.tsx"],
  ["/dashboard/reminders", "/reminders/reminders-page.tsx"],
  ["/dashboard/history", "/settings/history/history-page.tsx"],
  ["/dashboard/settings", "/settings/settings-page.tsx"],
];

/** Runs in the page, written into it with the files of the build.
 * @param {{ style: string[], app: string, needed: string[], pages: [string, string[]][] }} files
 */
function startApp(files) {
  let isStarted = false;
  /** @param {"link" | "script"} tag @param {Record<string, string>} attributes */
  const add = (tag, attributes) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
    return element;
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    let waiting = files.style.length;
    const page = files.pages.find(([address]) => new RegExp(address).test(location.pathname));
    for (const href of [...files.needed, ...(page?.[1] ?? [])])
      add("link", { rel: "modulepreload", crossorigin: "", href });
    const begin = () => {
      waiting -= 1;
      // Without its style the app is ugly, but it works.
      if (waiting <= 0) add("script", { type: "module", crossorigin: "", src: files.app });
    };
    for (const href of files.style) {
      const style = add("link", { rel: "stylesheet", crossorigin: "", href });
      style.onload = begin;
      style.onerror = begin;
    }
  };
  // A page in the background paints nothing, and some browsers do not tell that they have painted.
  const PATIENCE_MS = 300;
  if (document.hidden) start();
  else {
    setTimeout(start, PATIENCE_MS);
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  }
}

/** @param {string} html */
const withScriptsWritten = (html) =>
  html.replace(/<script src="\/(theme|greeting)\.js"><\/script>/g, (_, name) => {
    const script = readFileSync(new URL(`../public/${name}.js`, import.meta.url), "utf8");
    return `<script>\n${script}    </script>`;
  });

/** Makes the plugin; `identityModule` ends the path of the module that signs people in.
 * @param {string} identityModule
 * @returns {import("vite").Plugin}
 */
export function firstPaint(identityModule) {
  return {
    name: "first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const identity = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(identityModule));
        if (!identity) throw new Error(`The build has no chunk of ${identityModule}`);
        /** @type {string[]} */
        const style = [];
        /** @type {string[]} */
        const preloaded = [];
        let app = "";
        const bare = withScriptsWritten(html)
          .replace(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_, href) => {
            style.push(href);
            return "";
          })
          .replace(/\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g, (_, href) => {
            preloaded.push(href);
            return "";
          })
          .replace(/\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, (_, src) => {
            app = src;
            return "";
          });
        if (app === "" || style.length === 0) throw new Error("The built page has no app or no style");
        const needed = [
          ...new Set([
            app,
            ...preloaded,
            ...[identity.fileName, ...identity.imports].map((file) => `/${file}`),
          ]),
        ];
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        /** Adds a chunk and all that it imports. @param {string} name @param {Set<string>} found */
        const withImports = (name, found) => {
          if (found.has(`/${name}`)) return found;
          found.add(`/${name}`);
          for (const imported of byName.get(name)?.imports ?? []) withImports(imported, found);
          return found;
        };
        const pages = PAGES.map(([address, module]) => {
          const chunk = chunks.find(({ facadeModuleId }) =>
            facadeModuleId?.endsWith(`/src/features${module}`),
          );
          if (!chunk) throw new Error(`The build has no chunk of ${module}`);
          return [
            address,
            [...withImports(chunk.fileName, new Set())].filter((file) => !needed.includes(file)),
          ];
        });
        const files = JSON.stringify({ style, app, needed, pages });
        return {
          html: bare,
          tags: [
            { tag: "script", injectTo: "body", children: `(${startApp.toString()})(${files});` },
            ...style.map((href) => ({
              tag: "link",
              injectTo: /** @type {const} */ ("head"),
              attrs: { rel: "preload", as: "style", crossorigin: true, href },
            })),
          ],
        };
      },
    },
  };
}

/**
 * Makes the built page show its first words before any other file has loaded. The page itself contains the data for
 * these words (the runtime allows its scripts by their hash) and then requests the other files immediately. First
 * come two small responses that the app would otherwise request only after its start: the signed-in user, and the
 * address of live data. Then come the style sheet and the app, then the code of the requested page. The app starts
 * when its style sheet has loaded.
 */
import { readFileSync } from "node:fs";

/** The pages whose code is not in the app's own file: the pattern of their addresses, and their module. */
const PAGES = [
  ["/dashboard/dogs/pedigree-database", "features/dogs/pedigree-database-page.tsx"],
  ["/dashboard/dogs/population", "features/genetics/population-page.tsx"],
  ["/dashboard/dogs/mates/", "features/genetics/mates-page.tsx"],
  ["/dashboard/dogs/imports/", "features/imports/import-page.tsx"],
  ["/dashboard/dogs/imports", "features/imports/imports-page.tsx"],
  ["/dashboard/dogs", "features/dogs/list/dogs-page.tsx"],
  ["/dashboard/breeding", "features/breedings/breeding-page.tsx"],
  ["/dashboard/litters/[^/]+/weigh", "features/litters/weighing-page.tsx"],
  ["/dashboard/litters/", "features/litters/litter-page.tsx"],
  ["/dashboard/health", "features/health/health-screen.tsx"],
  ["/dashboard/reminders", "features/reminders/reminders-page.tsx"],
  ["/dashboard/history", "features/history/history-page.tsx"],
  ["/dashboard/settings", "app/settings-page.tsx"],
  ["^/$|/dashboard/?$", "features/dashboard/dashboard-page.tsx"],
];

/**
 * The build writes this function into the page together with the names of the files. `sync` is the address of live
 * data. It is null if users do not sign in at this server.
 * @param {{ style: string[], scripts: string[], needed: string[], pages: [string, string[]][], sync: string | null
 * }} files
 */
function startApp(files) {
  const LONGEST_ANSWER_MS = 15_000;
  /** @param {string} path */
  const ask = (path) => {
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
    const answer = fetch(path, { credentials: "same-origin", cache: "no-store", signal });
    // If the server does not respond, the app itself notices this.
    answer.catch(() => undefined);
    return answer;
  };
  const wasHere = () => {
    try {
      return localStorage.getItem("studbook.greeting") !== null;
    } catch {
      return false;
    }
  };
  if (files.sync !== null) {
    window.studbookEarly = { session: ask("/api/auth/get-session") };
    // If the visitor was not signed in here, requesting a token would only fail.
    if (wasHere()) {
      window.studbookEarly.token = ask("/api/auth/token");
      window.studbookEarly.socket = new WebSocket(location.origin.replace(/^http/, "ws") + files.sync);
    }
  }
  /** @param {Record<string, string>} attributes */
  const addLink = (attributes) => {
    const element = document.createElement("link");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
    return element;
  };
  let waiting = files.style.length;
  const page = files.pages.find(([address]) => new RegExp(address).test(location.pathname));
  for (const href of [...files.needed, ...(page?.[1] ?? [])])
    addLink({ rel: "modulepreload", crossorigin: "", href });
  const begin = () => {
    waiting -= 1;
    if (waiting > 0) return;
    // If the style sheet fails to load, the app starts without it. The scripts run one after the other.
    for (const src of files.scripts) {
      const script = document.createElement("script");
      Object.assign(script, { type: "module", crossOrigin: "", async: false, src });
      script.onerror = () => {
        const words = document.querySelector("#starting [role=status]");
        if (words) words.textContent = "Studbook could not be loaded. Please load this page again.";
      };
      document.head.append(script);
    }
  };
  for (const href of files.style) {
    const style = addLink({ rel: "stylesheet", crossorigin: "", href });
    style.onload = begin;
    style.onerror = begin;
  }
}

/**
 * Lists the file of a chunk and the files of all chunks that it imports statically.
 * @param {import("vite").Rolldown.OutputBundle | undefined} bundle @param {string} name @param {Set<string>}
 * [found]
 */
export function withImports(bundle, name, found = new Set()) {
  if (found.has(`/${name}`)) return found;
  found.add(`/${name}`);
  const chunk = bundle?.[name];
  if (chunk?.type === "chunk") for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/** Lists the files that every built page starts with. @param {string} html @returns {string[]} */
export function shellOf(html) {
  const files = /\)\((\{"style":.*\})\);<\/script>/.exec(html)?.[1];
  if (files === undefined) throw new Error("The built page does not name its files");
  const { style, needed } = JSON.parse(files);
  return [...style, ...needed];
}

/** @param {string} html */
const withScriptsWritten = (html) =>
  html.replace(/<script src="\/(theme|greeting)\.js"><\/script>/g, (_, name) => {
    const script = readFileSync(new URL(`../public/${name}.js`, import.meta.url), "utf8");
    return `<script>\n${script}    </script>`;
  });

/** The address of this server's live data, in the form that the live client requests. */
const syncPath = () => {
  const convex = readFileSync(new URL("../node_modules/convex/package.json", import.meta.url), "utf8");
  return `/api/${JSON.parse(convex).version}/sync`;
};

/**
 * `identityModule` is the end of the sign-in module's path. `isOwnServer` says whether users sign in at the server
 * that sends the page.
 * @param {string} identityModule @param {boolean} isOwnServer
 * @returns {import("vite").Plugin}
 */
export function firstPaint(identityModule, isOwnServer) {
  return {
    name: "first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        /** @param {string} module */
        const chunkOf = (module) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!chunk) throw new Error(`The build has no chunk of ${module}`);
          return chunk;
        };
        const first = chunkOf("/src/first.ts");
        const identity = chunkOf(identityModule);
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
        const scripts = [`/${first.fileName}`, app];
        const needed = [
          ...new Set([
            ...scripts,
            ...preloaded,
            ...[identity.fileName, ...identity.imports].map((file) => `/${file}`),
          ]),
        ];
        const pages = PAGES.map(([address, module]) => {
          const { fileName } = chunkOf(`/src/${module}`);
          return [address, [...withImports(bundle, fileName)].filter((file) => !needed.includes(file))];
        });
        const files = JSON.stringify({
          style,
          scripts,
          needed,
          pages,
          sync: isOwnServer ? syncPath() : null,
        });
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

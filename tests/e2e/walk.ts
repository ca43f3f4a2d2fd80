/**
 * Presses all controls of a screen and reports what is wrong: a control that does nothing or is covered, a console
 * message, or a page that jumps while its tabs are used. Anything that a press opens is closed again, or the screen
 * is opened again. Only controls that leave Studbook or end the session are not pressed.
 */
import type { Page } from "@playwright/test";

/** Controls that end the run: the session, the page, or the browser's own file chooser. */
const LEFT_ALONE =
  /sign out|log out|reload|print|photo|choose (a )?file|upload|download|export|csv|excel|pdf/i;
/** The first entries of a list represent all entries. */
const ENTRIES_OF_A_LIST = 2;
/** Console messages that the browser logs because it is automated. */
const OF_THE_WALK = /registration blocked by Playwright|'beforeunload' confirmation panel/;
const MAX_SHIFT = 0.02;
const PATIENCE_MS = 5000;
const CLOSING_TRIES = 4;

interface Control {
  readonly name: string;
  readonly tag: string;
  readonly kind: "tab" | "field" | "other";
  readonly x: number;
  readonly y: number;
  /** The element that covers the control. */
  readonly under: string | null;
}

/** The page counts these values for this test. */
interface Watch {
  effects: number;
  shift: number;
}

/** Runs before the page's own scripts. */
function watchPage(): void {
  const watch: Watch = { effects: 0, shift: 0 };
  Object.assign(window, { walk: watch });
  const isTooltip = ({ target, type, attributeName }: MutationRecord) =>
    type === "attributes" &&
    (attributeName === "data-state" || attributeName === "aria-describedby") &&
    target instanceof Element &&
    /open|closed/.test(target.getAttribute("data-state") ?? "") &&
    !target.hasAttribute("aria-expanded");
  new MutationObserver((records) => {
    watch.effects += records.filter((record) => !isTooltip(record)).length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) watch.effects += 1;
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      watch.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Finds the controls that can be pressed now. With `at`, scrolls to this control and returns its position. */
function findControls({ at, entries }: { at: number | null; entries: number }): Control[] {
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const scope = dialogs.at(-1) ?? document.body;
  const all = scope.querySelectorAll<HTMLElement>(
    "button, a[href], input:not([type=hidden]):not([type=file]), textarea, [role=tab], [role=switch], [role=checkbox], summary",
  );
  const controls = [...all].filter((control) => {
    const box = control.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || !control.checkVisibility({ visibilityProperty: true }))
      return false;
    if (control.matches(":disabled, [aria-disabled=true], [aria-current=page], [aria-pressed=true]"))
      return false;
    if (control.matches("[role=tab][aria-selected=true], [role=radio][aria-checked=true], :checked"))
      return false;
    if (control.closest("[aria-hidden=true], [inert], .sr-only, [data-sonner-toaster]")) return false;
    if (control instanceof HTMLAnchorElement) {
      const isAway =
        control.origin !== location.origin || control.target === "_blank" || control.download !== "";
      if (isAway || control.href === location.href || control.getAttribute("href")?.startsWith("#"))
        return false;
    }
    const entry = control.closest("li, tr, article");
    const list = entry?.parentElement;
    return !entry || !list || [...list.children].indexOf(entry) < entries;
  });
  return controls.flatMap((control, index): Control[] => {
    if (at !== null && at !== index) return [];
    if (at !== null) control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = control.getBoundingClientRect();
    // If a link is broken over several lines, the first line is pressed.
    const piece = [...control.getClientRects()].find(({ width }) => width > 1) ?? box;
    const [x, y] = [piece.left + piece.width / 2, piece.top + piece.height / 2];
    const name =
      control.getAttribute("aria-label") ??
      (control as HTMLInputElement).labels?.[0]?.textContent ??
      control.textContent ??
      "";
    const top = document.elementFromPoint(x, y);
    const isOwn =
      top === null ||
      control.contains(top) ||
      top.contains(control) ||
      (top instanceof HTMLLabelElement && top.control === control) ||
      top.closest("label")?.contains(control) === true;
    const kind = control.matches("[role=tab]")
      ? "tab"
      : control.matches("input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea")
        ? "field"
        : "other";
    const over = top?.closest("button, a, [data-slot], [aria-label]") ?? top;
    const words = (over?.getAttribute("aria-label") ?? over?.textContent ?? "").trim().slice(0, 40);
    const under = isOwn ? null : `${over?.tagName.toLowerCase()} "${words}"`;
    const tag = control.getAttribute("role") ?? control.tagName.toLowerCase();
    return [{ tag, name: name.trim().replace(/\s+/g, " ").slice(0, 60), kind, x, y, under }];
  });
}

/** Waits until the page's placeholders are replaced by its content. */
export async function stand(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("#starting, [role=status][aria-label^=Loading], [aria-busy=true]") === null &&
      document.querySelector("main, [role=dialog]") !== null,
  );
}

async function closeAll(page: Page): Promise<void> {
  for (let tries = 0; tries < CLOSING_TRIES; tries += 1) {
    const open = page.locator("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
    if ((await open.count()) === 0) return;
    await page.keyboard.press("Escape");
    const discard = page.getByRole("button", { name: /^discard/i });
    if ((await discard.count()) > 0) await discard.first().click();
  }
}

/** The returned list grows with each further message. */
export async function watchForWalk(page: Page): Promise<string[]> {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (!OF_THE_WALK.test(message.text())) messages.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  await page.addInitScript(watchPage);
  return messages;
}

const watchOf = (page: Page) => page.evaluate(() => (window as unknown as { walk: Watch }).walk);

/** Returns what was wrong with the control. */
async function press(page: Page, control: Control): Promise<string[]> {
  const wrong: string[] = [];
  const address = page.url();
  // A field that already has the focus shows no change.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(control.x, control.y);
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          Object.assign((window as unknown as { walk: Watch }).walk, { effects: 0, shift: 0 });
          resolve(null);
        }),
      ),
  );
  const hasEffect = async () => {
    await page.mouse.click(control.x, control.y);
    const effect = page.waitForFunction(
      (before) => location.href !== before || (window as unknown as { walk: Watch }).walk.effects > 0,
      address,
      { timeout: PATIENCE_MS },
    );
    return await effect.then(
      () => true,
      () => false,
    );
  };
  // A press between the closing of a dialog and the next frame may be lost, so it is repeated. A control without an
  // action still does nothing.
  if (!(await hasEffect()) && !(await hasEffect())) {
    wrong.push(`${control.tag} "${control.name}" does nothing`);
  }
  if (control.kind !== "tab") return wrong;
  await stand(page);
  const { shift } = await watchOf(page);
  if (shift > MAX_SHIFT) wrong.push(`tab "${control.name}" moves the page by ${shift.toFixed(3)}`);
  return wrong;
}

/** Presses at most `most` controls. Returns the errors, and the pressed controls. */
export async function walk(
  page: Page,
  address: string,
  most: number,
): Promise<{ wrong: string[]; pressed: string[] }> {
  const wrong: string[] = [];
  const pressed: string[] = [];
  const open = async () => {
    await page.goto(address);
    await stand(page);
  };
  await open();
  const find = (at: number | null) => page.evaluate(findControls, { at, entries: ENTRIES_OF_A_LIST });
  const names = new Map<string, number>();
  for (let index = 0; pressed.length < most; index += 1) {
    let [control] = await find(index);
    // An element that an earlier press opened may appear late, or may be closing.
    for (let tries = 0; control?.under && tries < CLOSING_TRIES; tries += 1) {
      await closeAll(page);
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
      );
      [control] = await find(index);
    }
    if (!control) break;
    const count = (names.get(control.name) ?? 0) + 1;
    names.set(control.name, count);
    if (count > ENTRIES_OF_A_LIST || LEFT_ALONE.test(control.name)) continue;
    if (control.under !== null) {
      wrong.push(`"${control.name}" lies under ${control.under}`);
      continue;
    }
    pressed.push(control.name);
    wrong.push(...(await press(page, control)));
    const before = page.url();
    if (new URL(before).pathname !== new URL(address).pathname) await open();
    else {
      await closeAll(page);
      if (page.url() !== before || before !== address) await open();
    }
  }
  return { wrong, pressed };
}

/** The text by which a function is passed around and called later, `function://component;dir/module.js:name`. */

const HANDLE = /^function:\/\/([^;]*);(.+)$/;

/** Returns the component and the stored path in a handle. Returns null for any other text. */
export function parseFunctionHandle(text: string): { component: string; path: string } | null {
  const [, component, path] = HANDLE.exec(text) ?? [];
  return component === undefined || path === undefined ? null : { component, path };
}

/** Whether a text has the form of a function handle. */
export function isFunctionHandle(text: string): boolean {
  return HANDLE.test(text);
}

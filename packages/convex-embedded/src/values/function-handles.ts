/**
 * The text that stands for a function and can be passed on and called later:
 * `function://component;dir/module.js:name`.
 */

const HANDLE = /^function:\/\/([^;]*);(.+)$/;

/** `path` is the stored path. Returns null if the text is not a handle. */
export function parseFunctionHandle(text: string): { component: string; path: string } | null {
  const [, component, path] = HANDLE.exec(text) ?? [];
  return component === undefined || path === undefined ? null : { component, path };
}

export function isFunctionHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** Names browsers in words that people understand. */

/** Returns for example 'Chrome on Android'. */
export function deviceLabel(userAgent: string): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = find([
    [/Edg/, "Edge"],
    [/OPR|Opera/, "Opera"],
    [/SamsungBrowser/, "Samsung Internet"],
    [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  const system = find([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/CrOS/, "ChromeOS"],
    [/Mac OS/, "Mac"],
    [/Linux/, "Linux"],
  ]);
  return system ? `${browser ?? "Browser"} on ${system}` : (browser ?? "Browser");
}

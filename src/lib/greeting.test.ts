/** The name in the greeting, before the app has started and after. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetAccount } from "@/lib/browser-storage";
import { greet, greetingName, keepName, keptName } from "@/lib/greeting";

/** As the browser would show them before the app has started. */
function wordsOfPage(): string {
  const root = path.join(import.meta.dirname, "../..");
  const page = new DOMParser().parseFromString(
    readFileSync(path.join(root, "index.html"), "utf8"),
    "text/html",
  );
  document.body.innerHTML = page.querySelector("#starting")?.outerHTML ?? "";
  const script = document.createElement("script");
  script.textContent = readFileSync(path.join(root, "public/greeting.js"), "utf8");
  document.body.append(script);
  const words = document.querySelector("main")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  document.body.innerHTML = "";
  return words;
}

beforeEach(() => localStorage.clear());

describe("greeting", () => {
  it("[GAP-AUTH-07] uses the email's first part if there is no first name", () => {
    expect(greetingName({ firstName: null, email: "bob@example.com" })).toBe("bob");
    expect(greetingName({ firstName: " ", email: "bob@example.com" })).toBe("bob");
    expect(greet(greetingName({ firstName: "Anna", email: "a@example.com" }))).toBe("Welcome back, Anna!");
  });

  it("[AUTH-09] says before the app has started that authentication loads, and greets the last user", () => {
    expect(wordsOfPage()).toBe("Studbook Loading authentication...");
    keepName("<b>Anna</b>");
    expect(wordsOfPage()).toBe("Welcome back, <b>Anna</b>! Loading authentication...");
  });

  it("deletes the stored name at sign-out", () => {
    keepName("Anna");
    expect(keptName()).toBe("Anna");
    forgetAccount(false);
    expect(keptName()).toBeNull();
    expect(wordsOfPage()).toBe("Studbook Loading authentication...");
  });
});

/** Decisions of the service worker about requests and push messages. */
import { describe, expect, it } from "vitest";
import { askedPage } from "@/app/shell/opened-from-notification";
import { deviceLabel } from "@domain/text/device-label";
import { answerPage, opensPage } from "./pages";
import { dataOf, noticeOf } from "./push-message";

const origin = "https://kennel.example";
const never = () => new Promise<null>(() => {});

describe("pages of the app", () => {
  it.each([
    ["/dashboard/dogs?view=grid", "navigate", true],
    ["/", "navigate", true],
    ["/api/docs", "navigate", false],
    ["/api/notices/abc", "navigate", false],
    ["/apply/oak-hill", "navigate", false],
    ["/version", "navigate", false],
    ["/assets/index-abc.js", "no-cors", false],
    ["/dashboard", "cors", false],
  ] as const)("%s (%s) is a page of the app: %s", (path, mode, isPage) => {
    expect(opensPage({ url: origin + path, mode }, origin)).toBe(isPage);
  });

  it("are never pages of another origin", () => {
    expect(opensPage({ url: "https://else.example/dashboard", mode: "navigate" }, origin)).toBe(false);
  });

  const answer = async (fromNetwork: () => Promise<Response>, kept: Response | undefined, wait = never) =>
    await (await answerPage(fromNetwork, () => Promise.resolve(kept), wait)).text();
  const page = (text: string, status = 200) => new Response(text, { status });

  it("come from the network while it responds, so that nobody stays on an old version", async () => {
    expect(await answer(() => Promise.resolve(page("new")), page("kept"))).toBe("new");
    expect(await answer(() => Promise.resolve(page("none", 404)), page("kept"))).toBe("none");
  });

  it("come from the storage if the network is unavailable, slow or failing", async () => {
    expect(await answer(() => Promise.reject(new Error("offline")), page("kept"))).toBe("kept");
    expect(await answer(() => Promise.resolve(page("broken", 502)), page("kept"))).toBe("kept");
    const slow = () => new Promise<Response>(() => {});
    expect(await answer(slow, page("kept"), () => Promise.resolve(null))).toBe("kept");
  });

  it("are the network's own response if no page is stored", async () => {
    expect(await answer(() => Promise.resolve(page("broken", 502)), undefined)).toBe("broken");
    await expect(answer(() => Promise.reject(new Error("offline")), undefined)).rejects.toThrow("offline");
  });
});

describe("push messages", () => {
  it("show title, text and the buttons that have addresses", () => {
    const { title, options } = noticeOf({
      title: "Worming is due today",
      body: "Oakhollow",
      tag: "d1",
      url: `${origin}/dashboard/reminders?reminder=r1`,
      complete: `${origin}/api/notices/c`,
      snooze: `${origin}/api/notices/s`,
    });
    expect([title, options.body, options.tag]).toEqual(["Worming is due today", "Oakhollow", "d1"]);
    expect(options.actions.map(({ action }) => action)).toEqual(["complete", "snooze"]);
    expect(dataOf(options.data)).toEqual({
      url: `${origin}/dashboard/reminders?reminder=r1`,
      complete: `${origin}/api/notices/c`,
      snooze: `${origin}/api/notices/s`,
    });
  });

  it.each([null, "text", { title: 3, url: "javascript:alert(1)", complete: null }])(
    "that cannot be read still say that something is due: %j",
    (message) => {
      const { title, options } = noticeOf(message);
      expect(title).toBe("Studbook: something is due");
      expect(options.actions).toEqual([]);
      expect(options.data).toEqual({ url: null, complete: null, snooze: null });
    },
  );

  it("open only pages of this app", () => {
    const asked = (url: unknown) => askedPage({ type: "OPEN", url }, origin);
    expect(asked(`${origin}/dashboard/reminders?reminder=r1`)).toBe("/dashboard/reminders?reminder=r1");
    expect(asked("https://else.example/dashboard")).toBeNull();
    expect(asked(3)).toBeNull();
    expect(askedPage({ type: "CACHE_UPDATED", url: "/x" }, origin)).toBeNull();
  });
});

describe("devices", () => {
  it.each([
    ["Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
    ["something else", "Browser"],
  ])("have a readable name: %s", (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label);
  });
});

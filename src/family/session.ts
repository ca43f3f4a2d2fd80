/**
 * The session of this browser. While this code loads, the page's own script (f/index.html) already opens the
 * session and loads the first data.
 */
import { convexUrl, siteUrl } from "@/identity/environment";
import type { api } from "@convex/_generated/api";
import type { FunctionReturnType } from "convex/server";

export type Page = FunctionReturnType<typeof api.families.pages.page>;
export type Story = FunctionReturnType<typeof api.families.pages.story>;

interface Answer {
  readonly status: number;
  readonly content: {
    readonly data?: { readonly session?: string };
    readonly message?: string;
    readonly status?: string;
    readonly value?: Page;
  };
}

declare global {
  interface Window {
    studbookFamily?: { readonly opened: Promise<Answer>; readonly first: Promise<Answer | null> };
  }
}

export type Trouble = "over" | "unknown" | "wait" | "offline";

export type Opened =
  | { readonly session: string; readonly first: Page | null }
  | { readonly trouble: Trouble };

const TROUBLES: Readonly<Record<number, Trouble>> = { 404: "unknown", 409: "over", 429: "wait" };

/** Waits for the requests of the page's own script. */
export async function takeOpened(): Promise<Opened> {
  const early = window.studbookFamily;
  if (!early) return { trouble: "unknown" };
  try {
    const { status, content } = await early.opened;
    const session = content.data?.session;
    if (session === undefined) return { trouble: TROUBLES[status] ?? "offline" };
    const first = await early.first.catch(() => null);
    return { session, first: first?.content.value ?? null };
  } catch {
    return { trouble: "offline" };
  }
}

export const apiAddress = (path: string): string => `${siteUrl()}/api${path}`;

export const liveAddress = (): string => convexUrl();

/** Throws an error whose message can be shown to the family. */
export async function post<Data>(path: string, body: object): Promise<Data> {
  const answer = await fetch(apiAddress(path), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const content = (await answer.json()) as {
    data?: Data;
    message?: string;
    errors?: Readonly<Record<string, string>>;
  };
  if (answer.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(answer.headers.get("Retry-After") ?? 60) / 60));
    throw new Error(
      `That was tried too often. Please wait ${minutes === 1 ? "a minute" : `${String(minutes)} minutes`}, or call the kennel.`,
    );
  }
  if (!answer.ok || content.data === undefined) {
    const [atField] = Object.values(content.errors ?? {});
    throw new Error(atField ?? content.message ?? "Please try again in a moment.");
  }
  return content.data;
}

/** Replaces the server of local accounts in tests without a runtime. */
import { vi } from "vitest";

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

export interface AskedAccounts {
  readonly path: string;
  readonly body: unknown;
}

const SETUP = {
  secret: "JBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Studbook:owner%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Studbook",
};
const CODES = { backupCodes: Array.from({ length: 10 }, (_, index) => `code${index}-abcde`) };

const ANSWERS: Record<string, object> = {
  "/security": { sessionTimeoutMinutes: null, twoFactorEnabled: false },
  "/security/password": { success: true },
  "/security/timeout": { sessionTimeoutMinutes: 60 },
  "/security/two-factor/enable": SETUP,
  "/security/two-factor/verify": CODES,
  "/security/two-factor/backup-codes": CODES,
  "/security/two-factor/disable": { success: true },
};

/**
 * The server is replaced by prepared responses. Returns the list of recorded requests. Restoring the test's globals
 * and variables ends this.
 */
export function startAccounts(refusals: Record<string, Answer> = {}): readonly AskedAccounts[] {
  vi.stubEnv("LOCAL_AUTH_ISSUER", "https://issuer.test");
  vi.stubEnv("LOCAL_ORIGIN", "http://accounts.test");
  const asked: AskedAccounts[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: string } = {}) => {
    const path = new URL(url).pathname.replace("/api/auth", "");
    asked.push({ path, body: body === undefined ? null : JSON.parse(body) });
    const refused = refusals[path];
    return new Response(JSON.stringify(refused?.body ?? ANSWERS[path]), {
      status: refused?.status ?? 200,
      headers: refused?.headers,
    });
  });
  return asked;
}

/** A real SMTP server on loopback with one account, which stores the messages that it receives. */
import { SMTPServer } from "smtp-server";

const USER = "kennel@example.com";
const PASSWORD = "right horse";

export interface MailAccountServer {
  readonly credentials: { host: string; port: number; user: string; password: string; from: string };
  /** As they were sent. */
  readonly messages: string[];
  readonly setPassword: (password: string) => void;
  readonly close: () => Promise<void>;
}

export async function openMailAccount(): Promise<MailAccountServer> {
  const messages: string[] = [];
  let expected = PASSWORD;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === expected ? done(null, { user: USER }) : done(new Error("Wrong")),
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (part: Buffer) => (text += part.toString()));
      stream.on("end", () => {
        messages.push(text);
        done();
      });
    },
  });
  server.on("error", () => undefined); // Ignores errors of connections that tests interrupt.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port");
  const { port } = address;
  return {
    messages,
    setPassword: (password) => void (expected = password),
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
    credentials: { host: "127.0.0.1", port, user: USER, password: PASSWORD, from: "oak@example.com" },
  };
}

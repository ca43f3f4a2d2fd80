/**
 * Reports the presence of one window in a place where other users see it: heartbeats while it lasts, and a message
 * when it ends. A heartbeat that waits for the connection is not sent twice. If the server refuses a heartbeat, the
 * presence ends, because the user may have lost access.
 */
import { PRESENCE_BEAT_MS } from "@domain/kennels/rules";

export type Ticket = { readonly room: string; readonly sessionToken: string };

export type StayTools = {
  beat: (args: { windowId: string; isArriving: boolean; leaving?: Ticket }) => Promise<Ticket>;
  leave: (ticket: Ticket) => void;
  /** For a closing page, when the connection can no longer send anything. */
  leaveInPassing: (ticket: Ticket) => void;
};

const ID_BYTES = 12;

/** Creates an id without `randomUUID`, which browsers do not offer on plain http in a home network. */
const makeWindowId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

export class Stay {
  private readonly windowId = makeWindowId();
  private ticket: Ticket | null = null;
  private timer: ReturnType<typeof setInterval> | null = null;
  private isBeating = false;
  private hasMoved = false;

  constructor(private readonly tools: StayTools) {}

  /** Also continues after a pause. */
  begin(): void {
    if (this.timer !== null) return;
    this.timer = setInterval(() => void this.beat(), PRESENCE_BEAT_MS);
    void this.beat();
  }

  move(): void {
    if (this.timer === null) return;
    this.hasMoved = true;
    void this.beat();
  }

  end(): void {
    this.stop();
    if (this.ticket) this.tools.leave(this.ticket);
    this.ticket = null;
  }

  endInPassing(): void {
    this.stop();
    if (this.ticket) this.tools.leaveInPassing(this.ticket);
    this.ticket = null;
  }

  private stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private async beat(): Promise<void> {
    if (this.isBeating) return;
    this.isBeating = true;
    try {
      do await this.beatOnce();
      while (this.hasMoved && this.timer !== null);
    } catch {
      this.stop();
      this.ticket = null;
    } finally {
      this.isBeating = false;
    }
  }

  private async beatOnce(): Promise<void> {
    const left = this.hasMoved ? this.ticket : null;
    this.hasMoved = false;
    const ticket = await this.tools.beat({
      windowId: this.windowId,
      isArriving: this.ticket === null,
      ...(left && { leaving: left }),
    });
    if (this.timer === null) this.tools.leave(ticket);
    else this.ticket = ticket;
  }
}

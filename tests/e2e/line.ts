/** The connection of a page to the server, which tests cut and restore. */
import type { Page, WebSocketRoute } from "@playwright/test";

/** The live connection of a page, which can be cut like a phone's connection that leaves the house. */
export class Line {
  private isUp = true;
  private readonly open = new Set<{ page: WebSocketRoute; server: WebSocketRoute }>();

  /** Intercepts the connections that the page opens from its next load on. */
  async hold(page: Page): Promise<void> {
    await page.routeWebSocket(/\/sync$/, async (socket) => {
      if (!this.isUp) {
        await socket.close();
        return;
      }
      this.open.add({ page: socket, server: socket.connectToServer() });
    });
  }

  async cut(): Promise<void> {
    this.isUp = false;
    for (const { page, server } of this.open) {
      await server.close();
      await page.close();
    }
    this.open.clear();
  }

  mend(): void {
    this.isUp = true;
  }
}

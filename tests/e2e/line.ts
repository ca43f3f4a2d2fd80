/** Cuts and restores the connection of a page to the server. */
import type { Page, WebSocketRoute } from "@playwright/test";

/** Can be cut, like a phone's connection that is lost. */
export class Line {
  private isUp = true;
  private readonly open = new Set<{ page: WebSocketRoute; server: WebSocketRoute }>();

  /** Connections that the page opens from its next load on can be cut. */
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

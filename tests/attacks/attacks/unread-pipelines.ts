import { setTimeout as pause } from "node:timers/promises";
import { writing } from "../attack";

export default writing(
  { does: "asks for the description of the API 20 times ahead and reads nothing", as: "nobody", lanes: 60 },
  () => "GET /api/openapi.json HTTP/1.1\r\nHost: studbook.test\r\n\r\n".repeat(20),
  async ({ socket }, signal) => {
    socket.pause();
    await pause(2000, undefined, { signal }).catch(() => undefined);
  },
);

import { randomUUID } from "node:crypto";
import { posting } from "../attack";

export default posting(
  { does: "opens 60 accounts at once", as: "nobody", lanes: 60 },
  "/api/auth/sign-up/email",
  () =>
    JSON.stringify({
      email: `${randomUUID()}@example.com`,
      password: "wrong-guess-1",
      name: "x".repeat(400),
    }),
  ({ origin }) => ({ origin }),
);

import { randomUUID } from "node:crypto";
import { posting } from "../attack";

export default posting(
  { does: "guesses an honest person's password", as: "nobody", lanes: 16 },
  "/api/auth/sign-in/email",
  ({ victim }) => JSON.stringify({ email: victim, password: `guess ${randomUUID()}` }),
  ({ origin }) => ({ origin }),
);

import { randomUUID } from "node:crypto";
import { posting } from "../attack";

export default posting(
  { does: "signs in to 50 accounts at once that there are not", as: "nobody", lanes: 50 },
  "/api/auth/sign-in/email",
  () => JSON.stringify({ email: `${randomUUID()}@example.com`, password: "wrong-guess-1" }),
  ({ origin }) => ({ origin }),
);

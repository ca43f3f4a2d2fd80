import { asking } from "../attack";

export default asking(
  { does: "asks who is signed in, without end", as: "nobody", lanes: 32 },
  "/api/auth/get-session",
);

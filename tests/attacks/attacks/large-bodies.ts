import { callOf, MEBIBYTE, posting } from "../attack";

const BODY = callOf("dogs/dogs:list", { kennelId: "x".repeat(20 * MEBIBYTE) });

export default posting(
  { does: "sends bodies of 20 MiB", as: "a member", lanes: 4 },
  "/api/query",
  () => BODY,
);

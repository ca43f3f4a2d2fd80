import { posting } from "../attack";

const BODY = `{"path":"dogs/dogs:list","args":[${"0,".repeat(1_000_000)}0],"format":"json"}`;

export default posting(
  { does: "sends arguments of a million values", as: "nobody", lanes: 8 },
  "/api/query",
  () => BODY,
);

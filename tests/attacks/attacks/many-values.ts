import { posting } from "../attack";

const BODY = `{"path":"dogs/dogs:list","args":[{"kennelId":[${"0,".repeat(900)}0]}],"format":"json"}`;

export default posting(
  { does: "sends as many values as a stranger may", as: "nobody", lanes: 24 },
  "/api/query",
  () => BODY,
);

import { posting } from "../attack";

const BODY = JSON.stringify({
  queries: Array.from({ length: 20_001 }, () => ({ path: "kennels/kennels:list", args: [{}] })),
});

export default posting(
  { does: "sends batches of 20,001 real queries", as: "a member", lanes: 6 },
  "/api/query_batch",
  () => BODY,
);

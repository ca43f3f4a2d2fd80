import { posting } from "../attack";

const BODY = JSON.stringify({
  queries: Array.from({ length: 256 }, () => ({ path: "kennels/kennels:list", args: [{}], format: "json" })),
});

export default posting(
  { does: "sends batches of as many real queries as one may hold", as: "a member", lanes: 16 },
  "/api/query_batch",
  () => BODY,
);

import { posting } from "../attack";

const BODY = JSON.stringify({
  queries: Array.from({ length: 3000 }, () => ({ path: "no:such", args: [{}], format: "json" })),
});

export default posting(
  { does: "sends batches of 3,000 queries that there are not", as: "a member", lanes: 16 },
  "/api/query_batch",
  () => BODY,
);

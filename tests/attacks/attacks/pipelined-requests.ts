import { writing } from "../attack";

const REQUESTS = "GET /api/kennels HTTP/1.1\r\nHost: studbook.test\r\n\r\n".repeat(177_000);

export default writing(
  { does: "sends 177,000 requests ahead on one connection", as: "nobody", lanes: 2 },
  () => REQUESTS,
);

import { callOf, writing } from "../attack";

const BODY = callOf("dogs/dogs:list", { kennelId: "x".repeat(260_000) });
const REQUEST = [
  "POST /api/query HTTP/1.1\r\nHost: studbook.test\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n",
  ...Array.from(BODY, (byte) => `1\r\n${byte}\r\n`),
  "0\r\n\r\n",
].join("");

export default writing(
  { does: "sends bodies of 260,000 pieces of one byte", as: "nobody", lanes: 64 },
  () => REQUEST,
);

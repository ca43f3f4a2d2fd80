import { asking } from "../attack";

export default asking(
  { does: "reads the description of the API", as: "nobody", lanes: 32 },
  "/api/openapi.json",
);

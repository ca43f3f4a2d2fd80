import { asking } from "../attack";

export default asking({ does: "reads the reference of the API", as: "nobody", lanes: 32 }, "/api/docs");

import { asking } from "../attack";

export default asking(
  { does: "prints pedigrees with one API key", as: "an API key", lanes: 24 },
  ({ dogId }) => `/api/dogs/${dogId}/pedigree?generations=5&today=2026-06-01`,
);

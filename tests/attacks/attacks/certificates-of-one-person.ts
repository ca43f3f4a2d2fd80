import { asking } from "../attack";

export default asking(
  { does: "prints 200 pedigrees at once", as: "a member", lanes: 200 },
  ({ dogId }) => `/api/dogs/${dogId}/pedigree?generations=5&today=2026-06-01`,
);

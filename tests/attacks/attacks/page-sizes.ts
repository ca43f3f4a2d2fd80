import { callOf, posting } from "../attack";

export default posting(
  { does: "asks for pages whose size is no number of records", as: "a member", lanes: 24 },
  "/api/query",
  ({ kennelId }) =>
    callOf("platform/activities:page", {
      ...{ kennelId, type: null, dogId: null, paginationOpts: { numItems: 1.5, cursor: null } },
    }),
);

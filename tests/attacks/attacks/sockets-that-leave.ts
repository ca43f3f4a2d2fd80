import { saying } from "../attack";

export default saying(
  { does: "opens sockets, subscribes to 20 lists and leaves", as: "a member", lanes: 60 },
  ({ token, kennelId }) => [
    { type: "Authenticate", baseVersion: 0, tokenType: "User", value: token },
    {
      ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
      modifications: Array.from({ length: 20 }, (_, at) => ({
        ...{ type: "Add", queryId: at, udfPath: "dogs/dogs:list" },
        args: [{ kennelId, page: at + 1, limit: 12 }],
      })),
    },
  ],
  /QueryUpdated|QueryFailed/u,
);

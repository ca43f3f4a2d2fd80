import { saying } from "../attack";

export default saying(
  { does: "subscribes to a thousand queries at once", as: "nobody", lanes: 16 },
  () => [
    {
      ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
      modifications: Array.from({ length: 1000 }, (_, at) => ({
        ...{ type: "Add", queryId: at, udfPath: "kennels/kennels:list", args: [{ at }] },
      })),
    },
  ],
  /QueryUpdated|QueryFailed/u,
);

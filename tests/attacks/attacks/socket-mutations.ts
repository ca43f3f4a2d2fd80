import { saying } from "../attack";

export default saying(
  { does: "opens sockets and sends 200 mutations on each", as: "nobody", lanes: 60 },
  ({ dogId }) =>
    Array.from({ length: 200 }, (_, requestId) => ({
      ...{ type: "Mutation", requestId, udfPath: "dogs/dogs:remove" },
      args: [{ dogId }],
    })),
  /"requestId":199,/u,
);

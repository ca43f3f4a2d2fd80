import { writing } from "../attack";
import { headOf } from "../connections";

export default writing(
  { does: "begins bodies at the billing webhook, dribbles and never ends them", as: "nobody", lanes: 80 },
  () =>
    headOf("/api/billing/webhook", 400_000, {
      "Stripe-Signature": `t=1700000000,v1=${"a".repeat(64)}`,
    }) + "x".repeat(20_000),
  async ({ socket, ended }) => {
    const dribble = setInterval(() => socket.write("x"), 500);
    await ended;
    clearInterval(dribble);
  },
);

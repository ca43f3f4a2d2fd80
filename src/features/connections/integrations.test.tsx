/** The kennel's mail server and payment account on screen. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { MailAccountCard } from "@/features/connections/mail-account-card";
import { PaymentAccountCard } from "@/features/connections/payment-account-card";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const LIST = api.connections.actions.kennelPayments.listLinks;
const account = {
  _id: "c1",
  type: "payments",
  name: "Oak Kennels",
  isEnabled: true,
  isTestMode: true,
  testedAt: null,
  problem: null,
};
const mail = {
  _id: "c2",
  type: "mail",
  name: "smtp.example.com",
  port: 587,
  from: "oak@example.com",
  isEnabled: true,
  testedAt: null,
  problem: null,
};
const link = {
  id: "plink_1",
  description: "Deposit for Puck",
  amountCents: 30_000,
  url: "https://buy.stripe.com/plink_1",
  status: "open",
};
const refused = (fields: Record<string, string>) => () => {
  throw coded("VALIDATION_FAILED", { fields });
};
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.connections.connections.list, () => []);
  fakeConvex.mutation(LIST, () => ({ links: [link], cursor: null }));
});

describe("[GAP-SET-16] the payment account", () => {
  it("is connected by a key; an invalid or refused key stays in the field with the reason", async () => {
    const { user } = renderScreen(<PaymentAccountCard />);
    await user.click(button("Connect Stripe"));
    const dialog = screen.getByRole("dialog", { name: "Connect Stripe" });
    const key = within(dialog).getByLabelText<HTMLInputElement>(/^Secret key/u);
    await user.type(key, "pk_live_public{Enter}");
    expect(within(dialog).getByText(/^The key must be a secret or restricted one/u)).toBeTruthy();
    expect(fakeConvex.callsOf(api.connections.actions.connecting.connectPayments)).toEqual([]);

    fakeConvex.mutation(
      api.connections.actions.connecting.connectPayments,
      refused({ "credentials.secretKey": "Stripe does not recognize this key" }),
    );
    await user.clear(key);
    await user.type(key, "sk_live_wrong{Enter}");
    expect(await within(dialog).findByText("Stripe does not recognize this key")).toBeTruthy();
    expect([key.value, key.type]).toEqual(["sk_live_wrong", "password"]);

    fakeConvex.mutation(api.connections.actions.connecting.connectPayments, () => account);
    await user.click(within(dialog).getByRole("button", { name: "Connect" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.connections.actions.connecting.connectPayments).at(-1)).toEqual({
      kennelId: "kennel1",
      credentials: { secretKey: "sk_live_wrong" },
    });
  });

  it("says that no card is charged, shows the test's result, and asks before it is disconnected", async () => {
    fakeConvex.query(api.connections.connections.list, () => [account]);
    fakeConvex.mutation(api.connections.actions.connecting.test, () => ({
      ...account,
      problem: "Stripe does not recognize this key",
    }));
    fakeConvex.mutation(api.connections.connections.remove, () => null);
    const { user } = renderScreen(<PaymentAccountCard />);
    expect(screen.getByText("Test mode: no card is charged")).toBeTruthy();
    await user.click(button("Test"));
    expect(await screen.findByText("Stripe does not recognize this key")).toBeTruthy();
    await user.click(button("Disconnect"));
    const question = screen.getByRole("alertdialog", { name: "Disconnect the payment account?" });
    expect(within(question).getByText(/Existing links stay open/u)).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Disconnect" }));
    expect(await screen.findByText("The payment account is disconnected")).toBeTruthy();
    expect(fakeConvex.callsOf(api.connections.connections.remove)).toEqual([{ connectionId: "c1" }]);
  });

  it("can be switched off, and then requests no payments", async () => {
    fakeConvex.query(api.connections.connections.list, () => [account]);
    fakeConvex.mutation(api.connections.connections.update, ({ settings }) => {
      fakeConvex.query(api.connections.connections.list, () => [{ ...account, ...(settings as object) }]);
      return null;
    });
    const { user } = renderScreen(<PaymentAccountCard />);
    expect(await screen.findByRole("link", { name: "Deposit for Puck" })).toBeTruthy();
    await user.click(screen.getByRole("switch", { name: "Oak Kennels" }));
    await waitFor(() => expect(screen.queryByText("Payment links")).toBeNull());
  });

  it("is read-only for a viewer, who sees the links without actions", async () => {
    const { unmount } = renderScreen(<PaymentAccountCard />, { role: "viewer" });
    expect(screen.getByText("No payment account is connected.")).toBeTruthy();
    unmount();
    fakeConvex.query(api.connections.connections.list, () => [account]);
    const withoutMoney = renderScreen(<PaymentAccountCard />, { role: "viewer" });
    expect(screen.queryByText("Payment links")).toBeNull();
    expect(fakeConvex.callsOf(LIST)).toEqual([]);
    withoutMoney.unmount();
    renderScreen(<PaymentAccountCard />, { role: "viewer", rights: { finances: "read" } });
    await screen.findByRole("link", { name: "Deposit for Puck" });
    expect(screen.getAllByRole("button").map((each) => each.getAttribute("aria-label"))).toEqual([
      "Check for payments",
      "Copy the link for Deposit for Puck",
    ]);
    expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true);
  });
});

describe("[GAP-SET-16] payment links", () => {
  beforeEach(() => {
    fakeConvex.query(api.connections.connections.list, () => [account]);
  });

  it("have a purpose and an amount, and show errors at their fields", async () => {
    fakeConvex.mutation(api.connections.actions.kennelPayments.createLink, () => ({
      ...link,
      id: "plink_2",
      description: "Puppy Robin",
      amountCents: 180_050,
    }));
    const { user } = renderScreen(<PaymentAccountCard />);
    await user.click(await screen.findByRole("button", { name: "New Link" }));
    const dialog = screen.getByRole("dialog", { name: "New Payment Link" });
    await user.type(within(dialog).getByLabelText(/^Amount/u), "0.40{Enter}");
    expect(within(dialog).getByText("Say what the payment is for")).toBeTruthy();
    expect(within(dialog).getByText("Amount must be from $0.50 to $100,000")).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/^Purpose/u), "Puppy Robin");
    await user.clear(within(dialog).getByLabelText(/^Amount/u));
    await user.type(within(dialog).getByLabelText(/^Amount/u), "1,800.50{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.connections.actions.kennelPayments.createLink)).toEqual([
      { kennelId: "kennel1", description: "Puppy Robin", amountCents: 180_050 },
    ]);
    const rows = within(screen.getByRole("list", { name: "Payment links" })).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Puppy Robin$1,800.50Open",
      "Deposit for Puck$300.00Open",
    ]);
  });

  it("are closed one by one; a paid link has no actions", async () => {
    const paid = { ...link, id: "plink_2", description: "Puppy Robin", status: "paid" };
    fakeConvex.mutation(LIST, () => ({ links: [link, paid], cursor: null }));
    fakeConvex.mutation(api.connections.actions.kennelPayments.closeLink, () => ({
      ...link,
      status: "closed",
    }));
    const { user } = renderScreen(<PaymentAccountCard />);
    await user.click(await screen.findByRole("button", { name: "Close the link for Deposit for Puck" }));
    expect(await screen.findByText("Closed")).toBeTruthy();
    expect(screen.getByText("Paid")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Copy|Close) the link/u })).toBeNull();
  });

  it("are shown page by page", async () => {
    const older = { ...link, id: "plink_0", description: "Stud fee" };
    fakeConvex.mutation(LIST, ({ cursor }) =>
      cursor === undefined ? { links: [link], cursor: "plink_1" } : { links: [older], cursor: null },
    );
    const { user } = renderScreen(<PaymentAccountCard />);
    await user.click(await screen.findByRole("button", { name: "Show More" }));
    expect(await screen.findByRole("link", { name: "Stud fee" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Deposit for Puck" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
    expect(fakeConvex.callsOf(LIST).at(-1)).toEqual({ kennelId: "kennel1", cursor: "plink_1" });
  });

  it("say why they cannot be shown, and offer a retry", async () => {
    fakeConvex.mutation(LIST, refused({ payment: "Stripe is not responding right now" }));
    const { user } = renderScreen(<PaymentAccountCard />);
    expect(await screen.findByText("Stripe is not responding right now")).toBeTruthy();
    fakeConvex.mutation(LIST, () => ({ links: [link], cursor: null }));
    await user.click(button(/try again/iu));
    expect(await screen.findByRole("link", { name: "Deposit for Puck" })).toBeTruthy();
    expect(screen.queryByText("Stripe is not responding right now")).toBeNull();
  });
});

describe("[GAP-SET-16] the mail server", () => {
  it("keeps the typed values if the sign-in is refused, with the reason at its field", async () => {
    const reason = "The server does not accept this user name and password";
    fakeConvex.mutation(
      api.connections.actions.connecting.connectMail,
      refused({ "credentials.user": reason }),
    );
    const { user } = renderScreen(<MailAccountCard />);
    await user.click(button("Connect Mail Server"));
    const dialog = screen.getByRole("dialog", { name: "Connect a Mail Server" });
    const field = (label: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label);
    await user.click(within(dialog).getByRole("button", { name: "Connect" }));
    expect(await within(dialog).findByText("Server is required")).toBeTruthy();
    await user.type(field(/^Server/u), "smtp.example.com");
    await user.type(field(/^User name/u), "oak");
    await user.type(field(/^Password/u), "horse");
    await user.type(field(/^Sender/u), "oak@example.com{Enter}");
    expect(await within(dialog).findByText(reason)).toBeTruthy();
    expect(field(/^Password/u).value).toBe("horse");
    expect(document.activeElement).toBe(field(/^User name/u));
  });

  it("says from which address messages are sent; a viewer sees this but cannot change it", async () => {
    fakeConvex.query(api.connections.connections.list, () => [{ ...mail, problem: "No answer" }]);
    renderScreen(<MailAccountCard />, { role: "viewer" });
    expect(screen.getByText("Messages come from oak@example.com")).toBeTruthy();
    expect(screen.getByText("No answer")).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true));
  });
});

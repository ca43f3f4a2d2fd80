/** The form of a dog's veterinarian, and the grouped list of the kennel's veterinarians. */
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { groupVets } from "@/features/health/veterinarians/vets";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeHealthRecordPage, makeVeterinarian } from "@/testing/health";
import { openHealth, resetHealth, type User } from "@/testing/health-screen";
import { dialog, field, setField } from "@/testing/open-dialog";
import { SPECIALIZATIONS } from "@domain/vaccinations/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const lee = makeVeterinarian({ _id: "v1" as never, isPrimary: false });

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth();
  fakeConvex.query(api.health.healthRecords.list, (args) => makeHealthRecordPage([], args));
  fakeConvex.query(api.health.veterinaryRecords.get, () => lee);
  fakeConvex.query(api.health.veterinaryRecords.editsSince, () => []);
  fakeConvex.query(api.health.veterinaryRecords.clinics, () => ["Hillside", "Riverside"]);
  fakeConvex.mutation(api.health.veterinaryRecords.create, () => lee);
  fakeConvex.mutation(api.health.veterinaryRecords.update, () => lee);
});

const open = (search: string) => openHealth(`/records${search}`);
const submit = (user: User) =>
  user.click(dialog().getByRole("button", { name: /^(Add|Update) Veterinarian$/u }));

describe("the form of a veterinarian", () => {
  it("[VET-01] names the first missing field: dog, veterinarian, clinic", async () => {
    const { user } = open("?vet=new");
    await submit(user);
    expect(await screen.findByText("Please select a dog.")).toBeTruthy();
    expect(screen.queryByText("Please enter the veterinarian name.")).toBeNull();
    await user.click(field("Dog"));
    await user.click(await screen.findByRole("option", { name: /^Bella/u }));
    setField("Veterinarian Name", "   ");
    await submit(user);
    expect(await screen.findByText("Please enter the veterinarian name.")).toBeTruthy();
    expect(screen.queryByText("Please enter the veterinary clinic name.")).toBeNull();
    setField("Veterinarian Name", "Dr. Lee");
    await submit(user);
    expect(await screen.findByText("Please enter the veterinary clinic name.")).toBeTruthy();
    expect(fakeConvex.callsOf(api.health.veterinaryRecords.create)).toEqual([]);
  });

  it("[VET-02] [VET-03] [VET-04] [GAP-VET-03] sends trimmed names, and the phone number as written", async () => {
    const { user } = open("?vet=new&for=bella");
    setField("Veterinarian Name", " Dr. Lee ");
    setField("Veterinary Clinic", "Hillside");
    await user.type(field("Clinic Phone"), "5551234");
    expect(field("Clinic Phone").value).toBe("(555) 123-4");
    await user.type(field("Clinic Phone"), "5678");
    expect(field("Clinic Phone").value).toBe("(555) 123-4567");
    await submit(user);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.veterinaryRecords.create)).toEqual([
        {
          dogId: "bella",
          veterinarianName: "Dr. Lee",
          veterinaryClinic: "Hillside",
          specialization: null,
          clinicPhone: "(555) 123-4567",
          clinicAddress: null,
          licenseNumber: null,
          isPrimary: false,
          notes: null,
        },
      ]),
    );
    expect(await screen.findByText("Veterinary record saved")).toBeTruthy();
  });

  it("[VET-05] [GAP-VET-01] suggests specializations and the kennel's clinics, and accepts any other text", async () => {
    const { user } = open("?vet=new&for=bella");
    await user.click(field("Specialization"));
    expect(screen.getAllByRole("option")).toHaveLength(SPECIALIZATIONS.length);
    expect(SPECIALIZATIONS).toHaveLength(13);
    await user.type(field("Specialization"), "Acupuncture");
    expect(field("Specialization").value).toBe("Acupuncture");
    await user.click(field("Veterinary Clinic"));
    await user.click(await screen.findByRole("option", { name: "Riverside" }));
    expect(field("Veterinary Clinic").value).toBe("Riverside");
  });

  it("[VET-06] shows the server's message, otherwise the documented message, and keeps the typed values", async () => {
    fakeConvex.mutation(api.health.veterinaryRecords.update, () => {
      throw new Error("down");
    });
    const { user } = open("?vet=v1");
    setField("License Number", "L 77");
    await submit(user);
    expect(await screen.findByText("Failed to save veterinary record. Please try again.")).toBeTruthy();
    fakeConvex.mutation(api.health.veterinaryRecords.update, () => {
      throw coded("RATE_LIMITED");
    });
    await submit(user);
    expect(await screen.findByText("Too many requests in a short time. Please wait a little.")).toBeTruthy();
    expect(field("License Number").value).toBe("L 77");
  });

  it("[GAP-VET-02] sends only the changed fields, and can make another veterinarian primary", async () => {
    const { user } = open("?vet=v1");
    await user.click(dialog().getByRole("checkbox", { name: "Primary veterinarian of this dog" }));
    await submit(user);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.veterinaryRecords.update)).toEqual([
        { veterinaryRecordId: "v1", expectedUpdatedAt: 1, isPrimary: true },
      ]),
    );
  });
});

it("a veterinarian of several dogs is listed once, with the known phone number", () => {
  const groups = groupVets([
    makeVeterinarian({ clinicPhone: null }),
    makeVeterinarian({ veterinarianName: "Dr. Patel" }),
    makeVeterinarian({ veterinarianName: "DR. LEE ", clinicPhone: "(555) 123-4567" }),
  ]);
  expect(groups.map(({ vet, dogs }) => [vet.veterinarianName.trim(), dogs.length])).toEqual([
    ["DR. LEE", 2],
    ["Dr. Patel", 1],
  ]);
  expect(groups[0]?.vet.clinicPhone).toBe("(555) 123-4567");
});

/** What follows of a patient: which of its doses are the newest and what is due, and where those of a puppy belong. */
import { MAX_PUPPIES_BORN } from "../../domain/litters/rules";
import { DOSE_FIELDS } from "../../domain/vaccinations/record";
import { namesOf } from "../../domain/records/record";
import { watch, type Settle } from "../changes/describing";
import { moveBookings } from "./model/bookingRows";
import { dosesOf, settlePatient } from "./model/doseRows";
import { patientOf } from "./model/patients";

/** Doses and bookings of a puppy that became a dog are the dog's. */
const grownPatients: Settle<"puppies"> = {
  name: "grown patients",
  owners: ["puppies"],
  watches: [
    watch({
      table: "puppies",
      fields: ["dogId"],
      ownerOf: ({ _id, dogId }) => (dogId === undefined ? undefined : _id),
    }),
  ],
  recalculate: async (ctx, { kennelId, _id: puppyId, dogId }) => {
    if (dogId === undefined) return;
    for (const row of await dosesOf(ctx, kennelId, { puppyId })) {
      if (row.dogId !== dogId) await ctx.db.patch("immunizations", row._id, { dogId });
    }
    await moveBookings(ctx, kennelId, puppyId, dogId);
  },
};

const doses: Settle<"dogs" | "puppies"> = {
  name: "doses",
  owners: ["dogs", "puppies"],
  watches: [
    watch({
      table: "immunizations",
      // Not what is calculated: the key, which is the newest, what is due, and a date that nobody typed.
      fields: [
        ...namesOf(DOSE_FIELDS).filter((name) => name !== "nextDueDate"),
        "updatedAt",
        "dogId",
        "puppyId",
      ],
      ownerOf: ({ dogId, puppyId }) => dogId ?? puppyId,
    }),
    // What comes back may have been booked for a patient that has left since.
    watch({
      table: "scheduledVaccinations",
      fields: ["status", "dogId", "puppyId"],
      ownerOf: ({ status, dogId, puppyId }) => (status === "scheduled" ? (dogId ?? puppyId) : undefined),
    }),
    watch({
      table: "dogs",
      fields: ["name", "callName", "status", "isExternal", "dateOfBirth"],
      isMember: false,
      ownerOf: ({ _id }) => _id,
    }),
    watch({
      table: "puppies",
      fields: ["name", "order", "status", "dogId"],
      isMember: false,
      ownerOf: ({ _id, dogId }) => dogId ?? _id,
    }),
    watch({
      table: "litters",
      fields: ["whelpingDate"],
      isMember: false,
      ownerOf: () => undefined,
      ownersOf: async (ctx, { _id: litterId, kennelId }) => {
        const puppies = await ctx.db
          .query("puppies")
          .withIndex("by_kennel_and_litter_and_order", (q) =>
            q.eq("kennelId", kennelId).eq("litterId", litterId),
          )
          .take(MAX_PUPPIES_BORN);
        return puppies.flatMap(({ _id, dogId }) => (dogId === undefined ? [_id] : []));
      },
    }),
  ],
  recalculate: async (ctx, owner) => {
    const patient = await patientOf(ctx, "litterId" in owner ? { puppyId: owner._id } : { dogId: owner._id });
    if (patient) await settlePatient(ctx, patient);
  },
};

export const vaccinationSettles: readonly Settle[] = [grownPatients, doses];

/** The patient of a vaccination in results: a dog of the kennel, or a puppy that is not recorded as a dog. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { puppyName } from "../../../domain/litters/words";

export const dogOfPatientShape = v.union(
  v.object({ _id: v.id("dogs"), name: v.string(), callName: v.union(v.string(), v.null()) }),
  v.null(),
);
export const puppyOfPatientShape = v.union(
  v.object({ _id: v.id("puppies"), name: v.string(), litterId: v.id("litters") }),
  v.null(),
);

/** The ids of the row, and the description of the patient. */
export const patientShape = {
  dogId: v.union(v.id("dogs"), v.null()),
  puppyId: v.union(v.id("puppies"), v.null()),
  dog: dogOfPatientShape,
  puppy: puppyOfPatientShape,
};

/** Exactly one of the two fields is set. */
export interface NamedPatient {
  readonly dog: Infer<typeof dogOfPatientShape>;
  readonly puppy: Infer<typeof puppyOfPatientShape>;
}

/** These fields of a row refer to its patient. */
export interface PatientIds {
  readonly dogId?: Id<"dogs"> | undefined;
  readonly puppyId?: Id<"puppies"> | undefined;
}

/** Each patient is loaded only once. */
export class PatientReader {
  private readonly known = new Map<string, Promise<NamedPatient>>();

  constructor(private readonly ctx: QueryCtx) {}

  /** Returns the dog, or otherwise the puppy, of a row. */
  async read({ dogId, puppyId }: PatientIds): Promise<NamedPatient> {
    const key = dogId ?? puppyId ?? "";
    const known = this.known.get(key) ?? this.load({ dogId, puppyId });
    this.known.set(key, known);
    return await known;
  }

  async describe({ dogId, puppyId }: PatientIds) {
    return { dogId: dogId ?? null, puppyId: puppyId ?? null, ...(await this.read({ dogId, puppyId })) };
  }

  private async load({ dogId, puppyId }: PatientIds): Promise<NamedPatient> {
    const dog = dogId && (await this.ctx.db.get("dogs", dogId));
    if (dog) return { dog: { _id: dog._id, name: dog.name, callName: dog.callName ?? null }, puppy: null };
    const puppy = puppyId && (await this.ctx.db.get("puppies", puppyId));
    if (!puppy) return { dog: null, puppy: null };
    return { dog: null, puppy: { _id: puppy._id, name: puppyName(puppy), litterId: puppy.litterId } };
  }
}

/**
 * The entities of REST answers and how functions' answers become them: `_id` is `id`, instants are ISO 8601
 * texts, everything else keeps its name.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { AREAS, LEVELS, ROLES } from "../../../domain/constants/roles";
import { DOG_FIELDS } from "../../../domain/records/dog";
import type { Dog } from "../../dogs/model/dogShape";
import type { Kennel } from "../../kennels/model/kennels";
import type { Member } from "../../kennels/model/members";
import type { Photo } from "../../dogs/model/photoShape";
import { recordAnswers } from "./recordAnswers";
import { z } from "./zod";

const textOrNull = z.string().nullable();
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const id = z.string().openapi({ example: "jd7f3k9m2" });

const parent = z.object({ id, name: z.string(), breed: z.string() }).nullable();

const photoPath = (picture: string) =>
  z.string().openapi({
    description: `${picture}, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours`,
    example: "/uploads/photos/kh74m2/full?signature=5f0c",
  });

export const photoAnswer = z
  .object({
    id,
    dogId: id,
    filePath: photoPath("The picture"),
    previewPath: photoPath("The picture in at most 1024 pixels"),
    thumbnailPath: photoPath("The picture in at most 256 pixels"),
    isPrimary: z.boolean(),
    caption: textOrNull.openapi({ example: "At 8 weeks" }),
    createdAt: instant,
  })
  .openapi("Photo");

export const dogAnswer = z
  .object({
    id,
    kennelId: id,
    isExternal: z
      .boolean()
      .openapi({ example: false, description: "An ancestor outside the kennel: not listed, not counted" }),
    ...recordAnswers(DOG_FIELDS),
    sire: parent,
    dam: parent,
    photos: z.array(photoAnswer).openapi({ description: "In a list of dogs the primary photo alone" }),
    _count: z.object({ healthRecords: z.number().int(), offspring: z.number().int() }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Dog");

export const savedDogAnswer = dogAnswer
  .extend({
    warnings: z.array(z.string()).openapi({ description: "What was saved but is worth another look" }),
  })
  .openapi("SavedDog");

const toInstant = (ms: number): string => new Date(ms).toISOString();

const toParent = (dog: Dog["sire"]) => dog && { id: dog._id, name: dog.name, breed: dog.breed };

/** Makes the REST answer of a photo. */
export const toPhotoAnswer = ({ _id, createdAt, ...photo }: Photo): Zod.input<typeof photoAnswer> => ({
  id: _id,
  ...photo,
  createdAt: toInstant(createdAt),
});

/** Makes the REST answer of a dog. */
export const toDogAnswer = ({ _id, ...dog }: Dog): Zod.input<typeof dogAnswer> => ({
  id: _id,
  ...dog,
  sire: toParent(dog.sire),
  dam: toParent(dog.dam),
  photos: dog.photos.map(toPhotoAnswer),
  createdAt: toInstant(dog.createdAt),
  updatedAt: toInstant(dog.updatedAt),
});

const role = z.enum(ROLES);
const rights = z.object(
  Object.fromEntries(AREAS.map((area) => [area, z.enum(LEVELS)])) as Record<
    (typeof AREAS)[number],
    Zod.ZodEnum<{ none: "none"; read: "read"; write: "write" }>
  >, // fromEntries forgets the keys
);

export const memberAnswer = z
  .object({
    userId: id.openapi({
      description: "What DELETE /kennels/{id}/users/{userId} takes, of invited people too",
    }),
    email: z.string().openapi({ example: "anna@example.com" }),
    name: z.string(),
    role,
    permissions: rights.partial().openapi({ description: "Differences from the role's defaults" }),
    effectivePermissions: rights.openapi({ description: "Role and differences merged" }),
    isInvited: z.boolean().openapi({ example: false }),
    createdAt: instant,
  })
  .openapi("KennelUser");

/** Makes the REST answer of a person of a kennel. */
export const toMemberAnswer = (member: Member): Zod.input<typeof memberAnswer> => ({
  userId: member.userId ?? member.invitationId ?? "",
  email: member.email,
  name: member.name,
  role: member.role,
  permissions: member.permissions,
  effectivePermissions: member.effectivePermissions,
  isInvited: member.isInvited,
  createdAt: toInstant(member.createdAt),
});

export const kennelAnswer = z
  .object({
    id,
    name: z.string().openapi({ example: "Oak Hill" }),
    prefix: textOrNull,
    address: textOrNull,
    phone: textOrNull,
    email: textOrNull,
    website: textOrNull,
    logoPath: z.string().nullable().openapi({
      description:
        "The logo, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours",
      example: "/uploads/logos/k57d2m8q1?version=1763719200000&signature=5f0c",
    }),
    ownerId: id,
    role: role.openapi({ description: "The caller's role" }),
    permissions: rights.openapi({ description: "What the caller may do" }),
    deletesAt: instant.nullable().openapi({ description: "When it is gone, where an owner had it deleted" }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Kennel");

export const kennelLeavingAnswer = z
  .object({ success: z.literal(true), deletesAt: instant })
  .openapi("KennelLeaving");

export const kennelWithUsersAnswer = kennelAnswer
  .extend({ users: z.array(memberAnswer) })
  .openapi("KennelWithUsers");

/** Makes the REST answer of a kennel. */
export const toKennelAnswer = (kennel: Kennel): Zod.input<typeof kennelAnswer> => ({
  id: kennel._id,
  name: kennel.name,
  prefix: kennel.prefix,
  address: kennel.address,
  phone: kennel.phone,
  email: kennel.email,
  website: kennel.website,
  logoPath: kennel.logoPath,
  ownerId: kennel.ownerId,
  role: kennel.role,
  permissions: kennel.permissions,
  deletesAt: kennel.deletesAt === undefined ? null : toInstant(kennel.deletesAt),
  createdAt: toInstant(kennel.createdAt),
  updatedAt: toInstant(kennel.updatedAt),
});

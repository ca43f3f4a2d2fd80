/**
 * The demo: two people and a kennel of 24 Bernese Mountain Dogs over five generations. Pure data, parents before
 * their offspring; whoever fills a deployment with it passes it through the public functions. Names, dates, sizes and
 * numbers are made up in the manner of the breed and its registry: litter letters, 'WS' registrations, 15-digit chips.
 */
import type { BreedingRights, DogStatus, Gender } from "../domain/constants/dogs";
import type { Role } from "../domain/constants/roles";

export interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
}

export interface DemoDog {
  /** By which offspring name their parents. */
  readonly key: string;
  readonly sire?: string;
  readonly dam?: string;
  readonly name: string;
  readonly callName: string;
  readonly gender: Gender;
  readonly dateOfBirth: string;
  readonly registrationNumber: string;
  readonly microchipNumber: string;
  readonly weight: number;
  readonly height: number;
  readonly status: DogStatus;
  readonly statusChangedOn?: string;
  readonly breedingRights: BreedingRights;
  readonly markings?: string;
  readonly notes?: string;
  readonly currentOwnerName?: string;
  readonly currentOwnerPhone?: string;
  readonly currentOwnerEmail?: string;
}

/** What both sign in with. */
export const DEMO_PASSWORD = "alderbrook-demo";

export const DEMO_PEOPLE = {
  owner: { firstName: "Margaret", lastName: "Holloway", email: "margaret@alderbrook.example", role: "owner" },
  staff: { firstName: "Tomás", lastName: "Reyes", email: "tomas@alderbrook.example", role: "staff" },
} as const satisfies Record<string, DemoPerson>;

export const DEMO_KENNEL = {
  name: "Alderbrook",
  prefix: "Alderbrook's",
  address: "418 Mill Creek Road, Woodstock, VT 05091",
  phone: "(802) 555-0142",
  email: "hello@alderbrook.example",
  website: "https://alderbrook.example",
} as const;

export const DEMO_BREED = "Bernese Mountain Dog";
export const DEMO_COLOR = "Black, rust and white";

const founders: DemoDog[] = [
  {
    key: "atlas",
    name: "Swiss Meadow's Atlas",
    callName: "Atlas",
    gender: "male",
    dateOfBirth: "2012-03-14",
    registrationNumber: "WS37218404",
    microchipNumber: "985112003471820",
    weight: 108,
    height: 26.8,
    status: "deceased",
    statusChangedOn: "2020-11-02",
    breedingRights: "full",
    markings: "Full blaze, Swiss cross",
    notes: "Foundation sire. Steady with children, and passed it on.",
  },
  {
    key: "clover",
    name: "Alderbrook's Clover",
    callName: "Clover",
    gender: "female",
    dateOfBirth: "2013-05-20",
    registrationNumber: "WS39840102",
    microchipNumber: "985112004120933",
    weight: 84,
    height: 24.5,
    status: "deceased",
    statusChangedOn: "2021-09-18",
    breedingRights: "full",
    markings: "Narrow blaze, white tail tip",
  },
  {
    key: "bruno",
    name: "Ridgecrest's Bruno von Aare",
    callName: "Bruno",
    gender: "male",
    dateOfBirth: "2012-09-02",
    registrationNumber: "WS38401906",
    microchipNumber: "985112003718264",
    weight: 112,
    height: 27.2,
    status: "deceased",
    statusChangedOn: "2020-06-25",
    breedingRights: "full",
    markings: "Broad blaze, four white socks",
  },
  {
    key: "greta",
    name: "Alderbrook's Greta",
    callName: "Greta",
    gender: "female",
    dateOfBirth: "2013-10-11",
    registrationNumber: "WS40722803",
    microchipNumber: "985112004655018",
    weight: 88,
    height: 25.1,
    status: "deceased",
    statusChangedOn: "2022-02-07",
    breedingRights: "full",
  },
  {
    key: "heidi",
    name: "Blue Ridge Heidi of Thun",
    callName: "Heidi",
    gender: "female",
    dateOfBirth: "2012-12-01",
    registrationNumber: "WS38957301",
    microchipNumber: "985112003902746",
    weight: 81.5,
    height: 24,
    status: "deceased",
    statusChangedOn: "2021-01-15",
    breedingRights: "full",
    notes: "Bought in at ten weeks for her hips and elbows: OFA good, normal.",
  },
];

const secondGeneration: DemoDog[] = [
  {
    key: "otto",
    sire: "atlas",
    dam: "clover",
    name: "Alderbrook's Otto the Great",
    callName: "Otto",
    gender: "male",
    dateOfBirth: "2016-04-09",
    registrationNumber: "WS46118205",
    microchipNumber: "985112006218451",
    weight: 104,
    height: 26.5,
    status: "deceased",
    statusChangedOn: "2025-03-30",
    breedingRights: "full",
    markings: "Swiss cross, white toes",
  },
  {
    key: "willa",
    sire: "atlas",
    dam: "clover",
    name: "Alderbrook's Over the Willows",
    callName: "Willa",
    gender: "female",
    dateOfBirth: "2016-04-09",
    registrationNumber: "WS46118207",
    microchipNumber: "985112006218468",
    weight: 83,
    height: 24.2,
    status: "deceased",
    statusChangedOn: "2024-12-12",
    breedingRights: "full",
  },
  {
    key: "freya",
    sire: "atlas",
    dam: "heidi",
    name: "Alderbrook's Freya at First Frost",
    callName: "Freya",
    gender: "female",
    dateOfBirth: "2016-10-05",
    registrationNumber: "WS47260901",
    microchipNumber: "985112006702214",
    weight: 86,
    height: 24.8,
    status: "deceased",
    statusChangedOn: "2025-06-21",
    breedingRights: "full",
  },
  {
    key: "magnus",
    sire: "bruno",
    dam: "greta",
    name: "Alderbrook's Magnus of Mill Creek",
    callName: "Magnus",
    gender: "male",
    dateOfBirth: "2017-02-18",
    registrationNumber: "WS48013304",
    microchipNumber: "985112007140337",
    weight: 110,
    height: 27,
    status: "retired",
    statusChangedOn: "2023-05-01",
    breedingRights: "full",
    notes: "Draft Dog title 2020. Lives in the house now.",
  },
  {
    key: "elsa",
    sire: "bruno",
    dam: "greta",
    name: "Alderbrook's Elsa in the Meadow",
    callName: "Elsa",
    gender: "female",
    dateOfBirth: "2017-02-18",
    registrationNumber: "WS48013306",
    microchipNumber: "985112007140344",
    weight: 85,
    height: 24.6,
    status: "retired",
    statusChangedOn: "2022-08-15",
    breedingRights: "full",
  },
];

const thirdGeneration: DemoDog[] = [
  {
    key: "jasper",
    sire: "otto",
    dam: "elsa",
    name: "Alderbrook's Jasper Stone",
    callName: "Jasper",
    gender: "male",
    dateOfBirth: "2019-06-03",
    registrationNumber: "WS53740202",
    microchipNumber: "985112009381120",
    weight: 106.5,
    height: 26.7,
    status: "active",
    breedingRights: "full",
    markings: "Even blaze, Swiss cross",
    notes: "Champion 2022. Hips OFA excellent, elbows normal.",
  },
  {
    key: "juniper",
    sire: "otto",
    dam: "elsa",
    name: "Alderbrook's Juniper Jamboree",
    callName: "Juni",
    gender: "female",
    dateOfBirth: "2019-06-03",
    registrationNumber: "WS53740205",
    microchipNumber: "985112009381137",
    weight: 82,
    height: 24.4,
    status: "retired",
    statusChangedOn: "2024-09-10",
    breedingRights: "full",
  },
  {
    key: "klara",
    sire: "magnus",
    dam: "willa",
    name: "Alderbrook's Klara by Candlelight",
    callName: "Klara",
    gender: "female",
    dateOfBirth: "2019-09-21",
    registrationNumber: "WS54391703",
    microchipNumber: "985112009640852",
    weight: 87.5,
    height: 25,
    status: "retired",
    statusChangedOn: "2025-01-20",
    breedingRights: "full",
  },
  {
    key: "linnea",
    sire: "magnus",
    dam: "freya",
    name: "Alderbrook's Linnea of the Lake",
    callName: "Linnea",
    gender: "female",
    dateOfBirth: "2020-03-12",
    registrationNumber: "WS55502608",
    microchipNumber: "985113000127409",
    weight: 84.5,
    height: 24.7,
    status: "retired",
    statusChangedOn: "2026-03-01",
    breedingRights: "full",
  },
  {
    key: "falk",
    name: "Timberline's Falk at Dawn",
    callName: "Falk",
    gender: "male",
    dateOfBirth: "2020-07-07",
    registrationNumber: "WS56218801",
    microchipNumber: "985113000340916",
    weight: 103,
    height: 26.4,
    status: "active",
    breedingRights: "full",
    notes: "Bought in as an outcross; pedigree on file with Timberline.",
  },
];

const fourthGeneration: DemoDog[] = [
  {
    key: "maple",
    sire: "falk",
    dam: "klara",
    name: "Alderbrook's Maple Sugar Moon",
    callName: "Maple",
    gender: "female",
    dateOfBirth: "2022-05-16",
    registrationNumber: "WS60914402",
    microchipNumber: "985113002218573",
    weight: 86,
    height: 24.9,
    status: "active",
    breedingRights: "full",
    markings: "Narrow blaze, white chest",
  },
  {
    key: "moose",
    sire: "falk",
    dam: "klara",
    name: "Alderbrook's Moose Hollow",
    callName: "Moose",
    gender: "male",
    dateOfBirth: "2022-05-16",
    registrationNumber: "WS60914405",
    microchipNumber: "985113002218580",
    weight: 101,
    height: 26.1,
    status: "sold",
    statusChangedOn: "2022-07-23",
    breedingRights: "limited",
    currentOwnerName: "Dana Whitcomb",
    currentOwnerPhone: "(603) 555-0117",
    currentOwnerEmail: "dana.whitcomb@mail.example",
  },
  {
    key: "nova",
    sire: "jasper",
    dam: "linnea",
    name: "Alderbrook's Nova Scotia Night",
    callName: "Nova",
    gender: "female",
    dateOfBirth: "2022-11-08",
    registrationNumber: "WS62077901",
    microchipNumber: "985113002751045",
    weight: 83.5,
    height: 24.3,
    status: "active",
    breedingRights: "full",
  },
  {
    key: "north",
    sire: "jasper",
    dam: "linnea",
    name: "Alderbrook's North Star Rising",
    callName: "North",
    gender: "male",
    dateOfBirth: "2022-11-08",
    registrationNumber: "WS62077904",
    microchipNumber: "985113002751052",
    weight: 107,
    height: 26.9,
    status: "active",
    breedingRights: "full",
    markings: "Broad blaze, Swiss cross",
    notes: "Hips OFA good. Novice Draft Dog 2025.",
  },
  {
    key: "opal",
    sire: "falk",
    dam: "juniper",
    name: "Alderbrook's Opal at the Opera",
    callName: "Opal",
    gender: "female",
    dateOfBirth: "2023-03-30",
    registrationNumber: "WS62983306",
    microchipNumber: "985113003106628",
    weight: 82,
    height: 24.1,
    status: "active",
    breedingRights: "full",
  },
];

const fifthGeneration: DemoDog[] = [
  {
    key: "poppy",
    sire: "north",
    dam: "maple",
    name: "Alderbrook's Poppy in the Rye",
    callName: "Poppy",
    gender: "female",
    dateOfBirth: "2025-02-11",
    registrationNumber: "WS67440103",
    microchipNumber: "985113005417290",
    weight: 78,
    height: 23.8,
    status: "active",
    breedingRights: "limited",
  },
  {
    key: "pike",
    sire: "north",
    dam: "maple",
    name: "Alderbrook's Pike River Run",
    callName: "Pike",
    gender: "male",
    dateOfBirth: "2025-02-11",
    registrationNumber: "WS67440106",
    microchipNumber: "985113005417307",
    weight: 96,
    height: 25.9,
    status: "active",
    breedingRights: "limited",
    notes: "Show prospect; elbows to be done at two years.",
  },
  {
    key: "quill",
    sire: "north",
    dam: "opal",
    name: "Alderbrook's Quill and Ink",
    callName: "Quill",
    gender: "male",
    dateOfBirth: "2026-08-29",
    registrationNumber: "WS71025501",
    microchipNumber: "985113007290613",
    weight: 31.5,
    height: 15.5,
    status: "active",
    breedingRights: "none",
  },
  {
    key: "quince",
    sire: "north",
    dam: "opal",
    name: "Alderbrook's Quince Preserve",
    callName: "Quince",
    gender: "female",
    dateOfBirth: "2026-08-29",
    registrationNumber: "WS71025504",
    microchipNumber: "985113007290620",
    weight: 27,
    height: 14.8,
    status: "active",
    breedingRights: "none",
    markings: "Split blaze",
  },
];

/** All dogs, parents before their offspring. */
export const DEMO_DOGS: readonly DemoDog[] = [
  ...founders,
  ...secondGeneration,
  ...thirdGeneration,
  ...fourthGeneration,
  ...fifthGeneration,
];
